// Lowering: a prepared LLVM module becomes a Program. There is one lowering, and every engine reads
// its result.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

#include <set>
#include <string>

#include "program/address_plan.h"
#include "program/program.h"

namespace heddle {

// Throws Unsupported for a construct or an external function that has no model, with its place. Addresses
// get the given numbers, or else the first ones in the order in which they are met.
Program lower(const llvm::Module& module, const std::set<std::string>& user_functions,
              const AddressNumbers* numbers = nullptr);

}  // namespace heddle
