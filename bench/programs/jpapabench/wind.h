// The simulated air: steady wind, stronger with the altitude.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry.h"

namespace papabench {

class Wind {
 public:
  // `speed` metres per second at the reference altitude, blowing towards `direction`.
  Wind(double speed, double direction) : speed_(speed), direction_(direction) {}

  // How far the air moves over the ground per second.
  Position2 drift_at(double altitude_above_ground) const;

 private:
  double speed_;
  double direction_;
};

}  // namespace papabench
