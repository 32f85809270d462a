// A simulated flight: an aircraft's name and its course.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "callsign.h"
#include "trajectory.h"

namespace cdx {

class Flight {
 public:
  Flight(const Callsign& callsign, std::unique_ptr<const Trajectory> trajectory);

  const Callsign& callsign() const { return callsign_; }
  Vector3 position_at(float time) const { return trajectory_->position_at(time); }
  float duration() const { return trajectory_->duration(); }

 private:
  Callsign callsign_;
  std::unique_ptr<const Trajectory> trajectory_;
};

// The flights of the benchmark. Planes come in pairs: one straight on from the west, the other
// climbing from the south and turning away after it crossed the first one's course. They meet at the
// crossing of their lane between the second and the third second.
Flight make_benchmark_flight(int plane);

}  // namespace cdx
