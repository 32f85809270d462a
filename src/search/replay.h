// Replay: runs a schedule on a fresh machine and says which error it ends in.
//
// No error is shown that a replay does not reproduce.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "machine/machine.h"
#include "result/schedule.h"

namespace heddle {

struct ReplayHooks {
  std::function<void(const ScheduleStep&)> before_step;
  std::function<void(Stop)> after_step;
};

// The error that the schedule ends in, of the kind that is looked for; nothing if it does not.
std::optional<Violation> replay(Machine& machine, const Schedule& schedule, ErrorKind expected,
                                const ReplayHooks& hooks = {});

// Whether two violations are the same error: kind, place, and the places of all involved.
bool same_error(const Program& program, const Violation& a, const Violation& b);
// Where an error is, in a form that tells distinct errors apart.
std::vector<Point> identity_of(const Program& program, const Violation& violation);

}  // namespace heddle
