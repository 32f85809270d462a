// How the airframe flies: forces, turn and climb from attitude, speed and the servos.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "airframe_state.h"
#include "wind.h"

namespace papabench {

class FlightModel {
 public:
  explicit FlightModel(const Wind& wind) : wind_(wind) {}

  // Moves the airframe on by this time.
  void advance(AirframeState& airframe, double seconds) const;

 private:
  double acceleration(const AirframeState& airframe) const;
  Attitude rotation(const AirframeState& airframe) const;
  double climb(const AirframeState& airframe) const;

  Wind wind_;
};

}  // namespace papabench
