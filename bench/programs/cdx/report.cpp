// The report: see report.h.
// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <cassert>

#include "config.h"

namespace cdx {

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
  int previous = frames_.empty() ? 0 : frames_.front().frame_index;
  for (int i = 0; i < frame_count(); ++i) {
    const int current = frames_[i].frame_index;
    assert(i == 0 || previous < current);
    const auto expected = compare_all_pairs(traffic.frame(previous), traffic.frame(current));
    assert(frames_[i].collisions.has_same_pairs(expected));
    previous = current;
  }
}

CollisionCollector compare_all_pairs(const Frame& before, const Frame& after) {
  std::vector<Vector3> places;
  places.reserve(2 * after.plane_count());
  std::vector<Motion> motions;
  for (int plane = 0; plane < after.plane_count(); ++plane) {
    const Vector3& from = places.emplace_back(before.position(plane));
    const Vector3& to = places.emplace_back(after.position(plane));
    motions.emplace_back(Aircraft(after.callsign(plane)), from, to);
  }
  std::vector<const Motion*> all;
  for (const Motion& motion : motions) all.push_back(&motion);
  CollisionCollector collisions;
  collisions.add_contacts_among(all, proximity_radius);
  return collisions;
}

}  // namespace cdx
