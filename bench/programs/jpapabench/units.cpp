// Units: see units.h.
// SPDX-License-Identifier: Apache-2.0
#include "units.h"

#include <algorithm>

namespace papabench {

double normalize_angle(double radians) {
  while (radians > pi) radians -= 2 * pi;
  while (radians < -pi) radians += 2 * pi;
  return radians;
}

double limit(double value, double lowest, double highest) {
  return std::clamp(value, lowest, highest);
}

double limit(double value, double bound) { return limit(value, -bound, bound); }

int to_command(double value) { return static_cast<int>(limit(value, min_command, max_command)); }

int to_throttle(double value) { return static_cast<int>(limit(value, 0, max_command)); }

}  // namespace papabench
