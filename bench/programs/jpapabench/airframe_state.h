// The simulated truth: where the airframe is and how it moves.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry.h"

namespace papabench {

// Control surfaces and motor, as far as servos have moved them.
struct Controls {
  double aileron = 0;
  double elevator = 0;
  double thrust = 0;  // 0 to 1
};

class AirframeState {
 public:
  const Position& position() const { return position_; }
  const Attitude& attitude() const { return attitude_; }
  const Attitude& rotation() const { return rotation_; }
  double vertical_speed() const { return vertical_speed_; }
  double air_speed() const { return air_speed_; }
  double time() const { return time_; }
  const Controls& controls() const { return controls_; }

  void set_controls(const Controls& controls) { controls_ = controls; }
  void advance_time(double seconds) { time_ += seconds; }
  void set_air_speed(double speed) { air_speed_ = speed; }
  void set_motion(const Attitude& rotation, double vertical_speed);
  // Where the present motion leads to in this time; the air itself moves by `drift` per second.
  void integrate(double seconds, const Position2& drift);

 private:
  Position position_{0, 0, 125};
  Attitude attitude_;
  Attitude rotation_;
  double vertical_speed_ = 0;
  double air_speed_ = 0;
  double time_ = 0;
  Controls controls_;
};

}  // namespace papabench
