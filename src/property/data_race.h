// Data races: two threads stand before conflicting accesses in one state, at least one of them a
// write and not both atomic.
//
// Every access that another thread could notice is preceded by a state in which its thread stands
// before it, so looking at the pending operations of each state misses none; nothing depends on the
// path by which the state was reached.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "machine/machine.h"

namespace heddle {

// Looks at the threads that moved in the last transition against all others.
std::optional<Violation> find_data_race(const Machine& machine);
// The same, and if there is none, one between threads that were standing there before.
std::optional<Violation> find_any_data_race(const Machine& machine);

}  // namespace heddle
