// The autopilot's data: see autopilot.h.
// SPDX-License-Identifier: Apache-2.0
#include "autopilot.h"

namespace papabench {

void Autopilot::correct_pitch_of_roll() {
  if (gains_.pitch_of_roll < 0) gains_.pitch_of_roll = 0;
}

}  // namespace papabench
