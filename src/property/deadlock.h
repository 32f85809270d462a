// Deadlocks: no thread can run, or some threads wait for each other in a circle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "machine/machine.h"

namespace heddle {

// Call when no thread is enabled and some are left.
Violation whole_deadlock(const Machine& machine);

// A circle of threads through one that moved in the last transition.
std::optional<Violation> find_waiting_circle(const Machine& machine);

}  // namespace heddle
