// Makes a schedule easier to read: fewer context switches, the same error.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "machine/machine.h"
#include "result/schedule.h"

namespace heddle {

// Tries to bring pieces of one thread together, as long as a replay still ends in the same error.
Schedule simplify(const Program& program, const MachineOptions& options, const Violation& violation,
                  Schedule schedule, double seconds);

}  // namespace heddle
