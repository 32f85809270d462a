// The work on one frame: see frame_scope.h.
// SPDX-License-Identifier: Apache-2.0
#include "frame_scope.h"

#include <utility>

#include "config.h"
#include "reducer.h"

namespace cdx {
namespace {

// An aircraft that the radar lost for longer than this is a new one when it comes back.
constexpr int frames_to_remember = 2;

}  // namespace

void FrameScope::process(const Frame& frame) {
  read_motions(frame);
  states_.forget_before(number_ - frames_to_remember);
  find_collisions();
}

void FrameScope::read_motions(const Frame& frame) {
  for (int plane = 0; plane < frame.plane_count(); ++plane) {
    add_motion(Aircraft(frame.callsign(plane)), frame.position(plane));
  }
}

void FrameScope::add_motion(const Aircraft& aircraft, const Vector3& position) {
  auto current = std::make_unique<const Vector3>(position);
  const Vector3& to = *current;
  Position old = states_.replace(aircraft.callsign(), std::move(current), number_);
  if (!old) {
    motions_.append(Motion(aircraft, to));
    return;
  }
  motions_.append(Motion(aircraft, *old, to));
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
