// Navigation: see navigator.h.
// SPDX-License-Identifier: Apache-2.0
#include "navigator.h"

#include <cmath>

#include "units.h"

namespace papabench {
namespace {

constexpr double course_gain = 0.2;
constexpr double max_roll = to_radians(35);
// How far ahead on a leg or circle the aircraft aims.
constexpr double carrot_seconds = 3;
constexpr double carrot_angle = to_radians(30);

}  // namespace

void Navigator::fly_to(const Position2& target, const Estimator& estimator) {
  desired_position_ = target;
  desired_course_ = bearing(flat(estimator.position()), target);
}

void Navigator::circle(const Position2& centre, double radius, const Estimator& estimator) {
  const double angle = bearing(centre, flat(estimator.position())) + carrot_angle;
  fly_to({centre.x + radius * std::sin(angle), centre.y + radius * std::cos(angle)}, estimator);
}

void Navigator::follow_leg(const Position2& from, const Position2& to, const Estimator& estimator) {
  const double length_squared = squared_distance(from, to);
  if (length_squared == 0) return fly_to(to, estimator);
  const Position2 here = flat(estimator.position());
  const double along =
      ((here.x - from.x) * (to.x - from.x) + (here.y - from.y) * (to.y - from.y)) / length_squared;
  const double ahead =
      estimator.horizontal_speed().module * carrot_seconds / std::sqrt(length_squared);
  const double share = limit(along + ahead, 0, 1);
  fly_to({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)}, estimator);
}

void Navigator::update_desired_roll(const Estimator& estimator) {
  const double error = normalize_angle(estimator.horizontal_speed().direction - desired_course_);
  desired_roll_ = limit(-course_gain * error, max_roll);
}

}  // namespace papabench
