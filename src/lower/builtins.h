// The functions that the machine itself provides, by name; see runtime/builtins.h.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/StringRef.h>

namespace heddle {

bool is_builtin(llvm::StringRef name);

}  // namespace heddle
