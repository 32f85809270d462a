// The radar station: see radar.h.
// SPDX-License-Identifier: Apache-2.0
#include "radar.h"

#include <cmath>

namespace cdx {
namespace {

constexpr float steps_per_unit = 64;

float rounded(float value) { return std::floor(value * steps_per_unit) / steps_per_unit; }

}  // namespace

bool Radar::sees(const Vector3& position) const {
  return position.z() >= lowest_altitude_ && distance(position, place_) <= range_;
}

Frame Radar::sweep(const std::vector<Flight>& flights, float time) const {
  Frame frame;
  for (const Flight& flight : flights) {
    const Vector3 position = flight.position_at(time);
    if (sees(position)) frame.add_plane(flight.callsign(), measured(position));
  }
  return frame;
}

Vector3 Radar::measured(const Vector3& position) {
  return {rounded(position.x()), rounded(position.y()), rounded(position.z())};
}

}  // namespace cdx
