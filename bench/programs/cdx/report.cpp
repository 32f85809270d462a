// The report: see report.h.
// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <cassert>

#include "approach.h"
#include "config.h"

namespace cdx {
namespace {

Leg leg_of(const Frame& before, const Frame& after, int plane) {
  return {before.position(plane), after.position(plane)};
}

}  // namespace

void Report::count_not_ready() {
  if (not_ready_ < not_ready_limit) ++not_ready_;
}

int Report::collision_count() const {
  int count = 0;
  for (const FrameReport& frame : frames_) count += frame.collisions.size();
  return count;
}

void Report::check_against(const Traffic& traffic) const {
  // The first frame has no predecessor: its aircraft stand still.
  int previous = -1;
  for (const FrameReport& report : frames_) {
    const int current = report.frame_index;
    assert(previous < current);
    const Frame& before = traffic.frame(previous < 0 ? current : previous);
    const auto expected = compare_all_pairs(before, traffic.frame(current));
    assert(report.collisions.has_same_pairs(expected));
    check_log(report);
    previous = current;
  }
}

void Report::check_log(const FrameReport& report) const {
  // The frame itself, and each collision with the alert that it raised or renewed.
  assert(report.log.size() == 1 + 2 * report.collisions.size());
}

CollisionCollector compare_all_pairs(const Frame& before, const Frame& after) {
  CollisionCollector collisions;
  for (int i = 0; i < after.plane_count(); ++i) {
    for (int j = i + 1; j < after.plane_count(); ++j) {
      const Leg one = leg_of(before, after, i);
      const Leg other = leg_of(before, after, j);
      const Approach closest = closest_approach(one, other);
      if (closest.distance > proximity_radius) continue;
      const Vector3 place = between(one.at(closest.time), other.at(closest.time), 0.5f);
      collisions.add(Collision(Aircraft(after.callsign(i)), Aircraft(after.callsign(j)),
                               Contact{closest.time, place}));
    }
  }
  return collisions;
}

}  // namespace cdx
