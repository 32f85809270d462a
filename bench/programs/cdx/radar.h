// The radar station: which aircraft it sees, and what a frame of its contains.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "flight.h"
#include "frame.h"
#include "vector3.h"

namespace cdx {

class Radar {
 public:
  Radar(const Vector3& place, float range, float lowest_altitude)
      : place_(place), range_(range), lowest_altitude_(lowest_altitude) {}

  bool sees(const Vector3& position) const;
  // What the radar sees at a time: the aircraft in range, each one's position as it measures it.
  Frame sweep(const std::vector<Flight>& flights, float time) const;

 private:
  // The radar's resolution: positions come in steps.
  static Vector3 measured(const Vector3& position);

  Vector3 place_;
  float range_;
  float lowest_altitude_;
};

}  // namespace cdx
