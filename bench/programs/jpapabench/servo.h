// A simulated servo: goes to where its pulse says, at a limited rate.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "airframe_state.h"
#include "fly_by_wire.h"

namespace papabench {

class Servo {
 public:
  // Deflection per second.
  explicit Servo(double rate) : rate_(rate) {}

  // One period towards the target; returns where it stands then.
  double move_to(double target, double seconds);
  double deflection() const { return deflection_; }

 private:
  const double rate_;
  double deflection_ = 0;
};

// All of them, as they are wired to the airframe.
class ServoSet {
 public:
  Controls follow(const ServoPulses& pulses, double seconds);

 private:
  Servo left_aileron_{5};
  Servo right_aileron_{5};
  Servo elevator_{5};
  Servo motor_{2};
};

}  // namespace papabench
