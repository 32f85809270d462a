// Pregenerated traffic: see traffic.h.
// SPDX-License-Identifier: Apache-2.0
#include "traffic.h"

namespace cdx {
namespace {

constexpr float lane_distance = 20;
constexpr float cruise_altitude = 5;
constexpr float crossing_time = 1.5f;

}  // namespace

Traffic::Traffic(int planes, int frames) {
  for (int plane = 0; plane < planes; ++plane) flights_.push_back(make_flight(plane));
  for (int i = 0; i < frames; ++i) frames_.push_back(make_frame(static_cast<float>(i)));
}

// Planes come in pairs, one from the west and one from the south, that meet at the crossing of
// their lane between the second and the third frame.
Flight Traffic::make_flight(int plane) {
  const float lane = lane_distance * static_cast<float>(plane / 2);
  const Vector3 crossing(lane, lane, cruise_altitude);
  const Vector3 offset = plane % 2 == 0 ? Vector3(-9, 0, 0) : Vector3(0, -9, -1);
  const Waypoint start{0, crossing + offset};
  const Waypoint middle{crossing_time, crossing};
  const Waypoint end{2 * crossing_time, crossing - offset};
  return Flight(callsign_of_plane(plane), {start, middle, end});
}

Frame Traffic::make_frame(float time) const {
  Frame frame;
  for (const Flight& flight : flights_) {
    frame.add_plane(flight.callsign(), flight.position_at(time));
  }
  return frame;
}

int Traffic::index_of(const Frame& frame) const {
  for (int i = 0; i < frame_count(); ++i) {
    if (frames_[i] == frame) return i;
  }
  return -1;
}

}  // namespace cdx
