// The course of a simulated aircraft: way points with times, and straight legs between them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "callsign.h"
#include "vector3.h"

namespace cdx {

struct Waypoint {
  float time = 0;
  Vector3 position;
};

class Flight {
 public:
  // Way points in the order of their times; at least one.
  Flight(const Callsign& callsign, std::vector<Waypoint> waypoints);

  const Callsign& callsign() const { return callsign_; }
  // Before the first way point the aircraft waits there, after the last one it circles there.
  Vector3 position_at(float time) const;
  float arrival_time() const { return waypoints_.back().time; }

 private:
  Vector3 holding_position(float time) const;

  Callsign callsign_;
  std::vector<Waypoint> waypoints_;
};

}  // namespace cdx
