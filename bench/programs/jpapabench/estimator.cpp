// Estimates: see estimator.h.
// SPDX-License-Identifier: Apache-2.0
#include "estimator.h"

#include <cmath>

#include "units.h"

namespace papabench {
namespace {

constexpr double gravity = 9.81;
// Sums older than some hundred fixes must not outweigh what is measured now.
constexpr double forgetting = 0.95;
// Below this turn the noise of the sensors is larger than what they measure.
constexpr double smallest_turn = 0.01;
constexpr double smallest_speed = 5;

}  // namespace

void Estimator::update_position(const GpsFix& fix) {
  position_ = {fix.east, fix.north, fix.altitude};
  horizontal_speed_ = {fix.speed, fix.course};
  vertical_speed_ = fix.climb;
}

void Estimator::update_attitude(const InfraredDevice& infrared) {
  const double factor = (pi / 2) / infrared.contrast();
  attitude_.phi = factor * infrared.roll();
  attitude_.theta = factor * infrared.pitch();
}

void Estimator::update_infrared_fit(const InfraredDevice& infrared, const GpsFix& fix) {
  if (!infrared_fit_.is_initialized) initialize_infrared_fit(infrared);
  infrared_fit_.reading = infrared.roll();
  infrared_fit_.radians = std::atan(turn_rate(fix) * fix.speed / gravity);
  infrared_fit_.last_direction = fix.course;
  infrared_fit_.last_time_of_week = fix.time_of_week;
  if (fix.speed < smallest_speed || std::fabs(infrared_fit_.radians) < smallest_turn) return;
  infrared_fit_.sum_xx =
      forgetting * infrared_fit_.sum_xx + infrared_fit_.reading * infrared_fit_.reading;
  infrared_fit_.sum_xy =
      forgetting * infrared_fit_.sum_xy + infrared_fit_.reading * infrared_fit_.radians;
  if (infrared_fit_.sum_xx > 0) {
    infrared_fit_.radians_per_unit = infrared_fit_.sum_xy / infrared_fit_.sum_xx;
  }
}

void Estimator::initialize_infrared_fit(const InfraredDevice& infrared) {
  infrared_fit_.radians_per_unit = (pi / 2) / infrared.contrast();
  infrared_fit_.sum_xx = infrared.contrast() * infrared.contrast();
  infrared_fit_.sum_xy = infrared_fit_.radians_per_unit * infrared_fit_.sum_xx;
  infrared_fit_.is_initialized = true;
}

double Estimator::turn_rate(const GpsFix& fix) const {
  const int elapsed = fix.time_of_week - infrared_fit_.last_time_of_week;
  if (elapsed <= 0) return 0;
  return normalize_angle(fix.course - infrared_fit_.last_direction) * 1000 / elapsed;
}

}  // namespace papabench
