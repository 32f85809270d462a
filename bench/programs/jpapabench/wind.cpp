// Wind: see wind.h.
// SPDX-License-Identifier: Apache-2.0
#include "wind.h"

#include <cmath>

namespace papabench {
namespace {

constexpr double reference_altitude = 10;
// The usual exponent over open country.
constexpr double shear = 1.0 / 7;

}  // namespace

Position2 Wind::drift_at(double altitude_above_ground) const {
  if (altitude_above_ground <= 0) return {};
  const double speed = speed_ * std::pow(altitude_above_ground / reference_altitude, shear);
  return {speed * std::sin(direction_), speed * std::cos(direction_)};
}

}  // namespace papabench
