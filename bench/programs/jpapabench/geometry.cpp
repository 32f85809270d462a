// Geometry: see geometry.h.
// SPDX-License-Identifier: Apache-2.0
#include "geometry.h"

#include <cmath>

namespace papabench {

double squared_distance(const Position2& a, const Position2& b) {
  const double x = a.x - b.x;
  const double y = a.y - b.y;
  return x * x + y * y;
}

double distance(const Position2& a, const Position2& b) {
  return std::sqrt(squared_distance(a, b));
}

double bearing(const Position2& from, const Position2& to) {
  return std::atan2(to.x - from.x, to.y - from.y);
}

Position2 flat(const Position& position) { return {position.x, position.y}; }

}  // namespace papabench
