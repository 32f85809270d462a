// Refine: an execution told in steps that stop before every access others could notice.
//
// Searches may leave out choices; what they find is told, replayed and simplified on a machine that has
// them all, so that a schedule does not depend on how it was found.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "machine/machine.h"
#include "result/schedule.h"

namespace heddle {

// The settings of a machine that has all choices.
MachineOptions refined(MachineOptions options);

// The same execution on such a machine, up to the error. Nothing if there is none that meets the same states, or not
// this error: threads that begin together may see each other elsewhere when some of them run on. The search is
// then done again with more choices.
std::optional<Schedule> refine(const Program& program, const MachineOptions& options,
                               const Schedule& schedule, const Violation& violation);

struct RefinedRace {
  Violation violation;
  Schedule schedule;
};

// Two threads whose next transitions after the schedule conflict: the state in which they stand next to
// each other. Nothing if there is none.
std::optional<RefinedRace> refine_race(const Program& program, const MachineOptions& options,
                                       const Schedule& schedule, ThreadNumber first,
                                       ThreadNumber second);

}  // namespace heddle
