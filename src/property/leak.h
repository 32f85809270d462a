// Leaks: heap blocks that nothing points to any more when the process ends.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "machine/machine.h"

namespace heddle {

// Call when the process has ended.
std::optional<Violation> find_leak(Machine& machine);

}  // namespace heddle
