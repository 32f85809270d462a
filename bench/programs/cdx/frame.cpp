// Radar frames: see frame.h.
// SPDX-License-Identifier: Apache-2.0
#include "frame.h"

#include <cassert>

namespace cdx {

void Frame::add_plane(const Callsign& callsign, const Vector3& position) {
  assert(plane_count_ < cdx::plane_count);
  const int plane = plane_count_++;
  positions_[3 * plane] = position.x();
  positions_[3 * plane + 1] = position.y();
  positions_[3 * plane + 2] = position.z();
  lengths_[plane] = callsign_length;
  for (int i = 0; i < callsign_length; ++i) {
    callsigns_[callsign_length * plane + i] = callsign.letter(i);
  }
}

void Frame::copy_from(const Frame& other) {
  plane_count_ = other.plane_count_;
  for (int plane = 0; plane < plane_count_; ++plane) {
    for (int i = 3 * plane; i < 3 * plane + 3; ++i) positions_[i] = other.positions_[i];
    lengths_[plane] = other.lengths_[plane];
    const int first = callsign_length * plane;
    for (int i = first; i < first + lengths_[plane]; ++i) callsigns_[i] = other.callsigns_[i];
  }
}

Callsign Frame::callsign(int plane) const {
  return Callsign(&callsigns_[callsign_length * plane], lengths_[plane]);
}

Vector3 Frame::position(int plane) const {
  return {positions_[3 * plane], positions_[3 * plane + 1], positions_[3 * plane + 2]};
}

bool Frame::operator==(const Frame& other) const {
  if (plane_count_ != other.plane_count_) return false;
  for (int plane = 0; plane < plane_count_; ++plane) {
    if (!has_same_plane(other, plane)) return false;
  }
  return true;
}

bool Frame::has_same_plane(const Frame& other, int plane) const {
  return position(plane) == other.position(plane) && callsign(plane) == other.callsign(plane);
}

}  // namespace cdx
