// Courses: see flight.h.
// SPDX-License-Identifier: Apache-2.0
#include "flight.h"

#include <cassert>
#include <cmath>
#include <utility>

namespace cdx {
namespace {

constexpr float holding_radius = 3;
constexpr float holding_speed = 0.5f;  // radians per second

}  // namespace

Flight::Flight(const Callsign& callsign, std::vector<Waypoint> waypoints)
    : callsign_(callsign), waypoints_(std::move(waypoints)) {
  assert(!waypoints_.empty());
}

Vector3 Flight::position_at(float time) const {
  if (time <= waypoints_.front().time) return waypoints_.front().position;
  for (std::size_t i = 1; i < waypoints_.size(); ++i) {
    const Waypoint& from = waypoints_[i - 1];
    const Waypoint& to = waypoints_[i];
    if (time > to.time) continue;
    return between(from.position, to.position, (time - from.time) / (to.time - from.time));
  }
  return holding_position(time);
}

Vector3 Flight::holding_position(float time) const {
  const float angle = holding_speed * (time - arrival_time());
  const Vector3& fix = waypoints_.back().position;
  // The circle passes through the fix, so that the course has no jump.
  return fix + Vector3(holding_radius * std::sin(angle), holding_radius * (1 - std::cos(angle)), 0);
}

}  // namespace cdx
