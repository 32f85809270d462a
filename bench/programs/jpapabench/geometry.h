// Positions, attitudes and speeds, shared between the aircraft's software and its simulation.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace papabench {

// East, north, up, in metres from the start.
struct Position {
  double x = 0;
  double y = 0;
  double z = 0;

  bool operator==(const Position&) const = default;
};

struct Position2 {
  double x = 0;
  double y = 0;
};

// Roll, heading and pitch in radians.
struct Attitude {
  double phi = 0;
  double psi = 0;
  double theta = 0;
};

// Over ground.
struct HorizontalSpeed {
  double module = 0;
  double direction = 0;
};

double squared_distance(const Position2& a, const Position2& b);
double distance(const Position2& a, const Position2& b);
// The course from one place to another, clockwise from north.
double bearing(const Position2& from, const Position2& to);
Position2 flat(const Position& position);

}  // namespace papabench
