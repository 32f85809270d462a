// heddle cc and heddle c++: clang itself, but each object it makes also holds its bitcode for checking.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "pipeline/options.h"

namespace heddle {

// Returns clang's exit code.
int compile_natively(bool is_cxx, const std::vector<std::string>& arguments,
                     const Options& options);

}  // namespace heddle
