// Lowering: a prepared LLVM module becomes a Program. There is one lowering, and every engine reads
// its result.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

#include <set>
#include <string>

#include "program/program.h"

namespace heddle {

// Throws Unsupported for a construct or an external function that has no model, with its place.
Program lower(const llvm::Module& module, const std::set<std::string>& user_functions);

}  // namespace heddle
