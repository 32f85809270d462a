// Leaves out of a unit's debug information what heddle never looks at: four fifths of the bitcode of a C++ unit describe
// member functions that the standard library declares and nobody calls, and every link would have to carry them along.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace heddle {

// Stays as it is if it cannot be read: linking says what is wrong with it.
std::string slim_debug_info(const std::string& bitcode);

}  // namespace heddle
