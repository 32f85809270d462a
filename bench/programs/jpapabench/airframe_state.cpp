// The airframe: see airframe_state.h.
// SPDX-License-Identifier: Apache-2.0
#include "airframe_state.h"

#include <cmath>

#include "units.h"

namespace papabench {

void AirframeState::set_motion(const Attitude& rotation, double vertical_speed) {
  rotation_ = rotation;
  vertical_speed_ = vertical_speed;
}

void AirframeState::integrate(double seconds, const Position2& drift) {
  attitude_.phi = normalize_angle(attitude_.phi + seconds * rotation_.phi);
  attitude_.psi = normalize_angle(attitude_.psi + seconds * rotation_.psi);
  attitude_.theta = normalize_angle(attitude_.theta + seconds * rotation_.theta);
  position_.x += seconds * (air_speed_ * std::sin(attitude_.psi) + drift.x);
  position_.y += seconds * (air_speed_ * std::cos(attitude_.psi) + drift.y);
  position_.z += seconds * vertical_speed_;
}

}  // namespace papabench
