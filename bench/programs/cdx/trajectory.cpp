// Courses: see trajectory.h.
// SPDX-License-Identifier: Apache-2.0
#include "trajectory.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace cdx {
namespace {

// How much of the duration has passed, from 0 to 1.
float share_of(float time, float duration) {
  return duration > 0 ? std::clamp(time / duration, 0.0f, 1.0f) : 1.0f;
}

}  // namespace

StraightTrajectory::StraightTrajectory(const Vector3& from, const Vector3& to, float duration)
    : from_(from), to_(to), duration_(duration) {}

Vector3 StraightTrajectory::position_at(float time) const {
  return between(from_, to_, share_of(time, duration_));
}

CircularTrajectory::CircularTrajectory(const Vector3& centre, float radius, const Turn& turn,
                                       float duration)
    : centre_(centre), radius_(radius), turn_(turn), duration_(duration) {}

Vector3 CircularTrajectory::position_at(float time) const {
  const float angle = turn_.first_angle + turn_.rate * std::min(time, duration_);
  return centre_ + Vector3(radius_ * std::cos(angle), radius_ * std::sin(angle), 0);
}

ClimbingTrajectory::ClimbingTrajectory(std::unique_ptr<const Trajectory> course,
                                       float altitude_gain)
    : course_(std::move(course)), altitude_gain_(altitude_gain) {}

Vector3 ClimbingTrajectory::position_at(float time) const {
  const float climbed = altitude_gain_ * share_of(time, duration());
  return course_->position_at(time) + Vector3(0, 0, climbed);
}

void CompositeTrajectory::append(std::unique_ptr<const Trajectory> part) {
  duration_ += part->duration();
  parts_.push_back(std::move(part));
}

Vector3 CompositeTrajectory::position_at(float time) const {
  assert(!parts_.empty());
  float begin = 0;
  for (const auto& part : parts_) {
    if (time <= begin + part->duration()) return part->position_at(time - begin);
    begin += part->duration();
  }
  return parts_.back()->end();
}

}  // namespace cdx
