// The work on one frame: see frame_scope.h.
// SPDX-License-Identifier: Apache-2.0
#include "frame_scope.h"

#include <utility>

#include "config.h"
#include "reducer.h"

namespace cdx {

void FrameScope::process(const Frame& frame) {
  read_motions(frame);
  find_collisions();
}

void FrameScope::read_motions(const Frame& frame) {
  motions_.reserve(frame.plane_count());
  for (int plane = 0; plane < frame.plane_count(); ++plane) {
    add_motion(Aircraft(frame.callsign(plane)), frame.position(plane));
  }
}

void FrameScope::add_motion(const Aircraft& aircraft, const Vector3& position) {
  auto current = std::make_unique<const Vector3>(position);
  const Vector3& to = *current;
  Position old = states_.replace(aircraft.callsign(), std::move(current));
  if (!old) {
    motions_.emplace_back(aircraft, to);
    return;
  }
  motions_.emplace_back(aircraft, *old, to);
  replaced_.push_back(std::move(old));
}

void FrameScope::find_collisions() {
  Reducer reducer(proximity_radius);
  for (const Motion& motion : motions_) reducer.add(motion);
  for (const auto& group : reducer.groups()) {
    ++suspected_groups_;
    collisions_.add_contacts_among(group, proximity_radius);
  }
}

}  // namespace cdx
