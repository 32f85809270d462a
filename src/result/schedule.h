// Schedule: the choices that are enough to replay an execution.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "program/point.h"

namespace heddle {

// One transition: who ran, and which branch it took if it stood at a nondeterministic choice.
struct ScheduleStep {
  ThreadNumber thread = 0;
  uint32_t branch = 0;
  friend bool operator==(const ScheduleStep&, const ScheduleStep&) = default;
};

using Schedule = std::vector<ScheduleStep>;

inline size_t context_switches(const Schedule& schedule) {
  size_t switches = 0;
  for (size_t i = 1; i < schedule.size(); ++i)
    switches += schedule[i].thread != schedule[i - 1].thread;
  return switches;
}

}  // namespace heddle
