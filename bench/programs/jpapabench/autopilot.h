// The autopilot's own data: modes, commanded values, gains, and what goes to the servos.
//
// Plain fields, written by the control tasks. Whoever touches them holds the vehicle's lock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "modes.h"

namespace papabench {

// The gains of the inner loop.
struct Gains {
  double roll = 6000;
  double pitch = 8000;
  double pitch_of_roll = 0.0;
};

class Autopilot {
 public:
  AutopilotMode mode() const { return mode_; }
  void set_mode(AutopilotMode mode) { mode_ = mode; }
  LateralMode lateral_mode() const { return lateral_mode_; }
  void set_lateral_mode(LateralMode mode) { lateral_mode_ = mode; }
  VerticalMode vertical_mode() const { return vertical_mode_; }
  void set_vertical_mode(VerticalMode mode) { vertical_mode_ = mode; }
  bool is_launched() const { return is_launched_; }
  void launch() { is_launched_ = true; }

  double roll() const { return roll_; }
  void set_roll(double roll) { roll_ = roll; }
  double pitch() const { return pitch_; }
  void set_pitch(double pitch) { pitch_ = pitch; }
  double climb() const { return climb_; }
  void set_climb(double climb) { climb_ = climb; }

  const Gains& gains() const { return gains_; }
  // A negative share would pull the nose down in turns.
  void correct_pitch_of_roll();

  int gaz() const { return gaz_; }
  void set_gaz(int gaz) { gaz_ = gaz; }
  int aileron() const { return aileron_; }
  void set_aileron(int aileron) { aileron_ = aileron; }
  int elevator() const { return elevator_; }
  void set_elevator(int elevator) { elevator_ = elevator; }

 private:
  AutopilotMode mode_ = AutopilotMode::Auto2;
  LateralMode lateral_mode_ = LateralMode::Manual;
  VerticalMode vertical_mode_ = VerticalMode::Manual;
  bool is_launched_ = false;
  double roll_ = 0;
  double pitch_ = 0;
  double climb_ = 0;
  Gains gains_;
  int gaz_ = 0;
  int aileron_ = 0;
  int elevator_ = 0;
};

}  // namespace papabench
