// What the flight plan wants: desired position, course, altitude and attitude.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "estimator.h"
#include "geometry.h"

namespace papabench {

class Navigator {
 public:
  double desired_course() const { return desired_course_; }
  void set_desired_course(double course) { desired_course_ = course; }
  double desired_altitude() const { return desired_altitude_; }
  void set_desired_altitude(double altitude) { desired_altitude_ = altitude; }
  double desired_roll() const { return desired_roll_; }
  double desired_pitch() const { return desired_pitch_; }
  void set_desired_pitch(double pitch) { desired_pitch_ = pitch; }
  double pre_climb() const { return pre_climb_; }
  void set_pre_climb(double climb) { pre_climb_ = climb; }
  bool is_auto_pitch() const { return is_auto_pitch_; }
  void set_auto_pitch(bool is_auto) { is_auto_pitch_ = is_auto; }
  double desired_gaz() const { return desired_gaz_; }
  void set_desired_gaz(double gaz) { desired_gaz_ = gaz; }
  const Position2& desired_position() const { return desired_position_; }

  void fly_to(const Position2& target, const Estimator& estimator);
  void circle(const Position2& centre, double radius, const Estimator& estimator);
  void follow_leg(const Position2& from, const Position2& to, const Estimator& estimator);
  // From the error of the course; never steeper than the airframe bears.
  void update_desired_roll(const Estimator& estimator);

 private:
  Position2 desired_position_;
  double desired_course_ = 0;
  double desired_altitude_ = 0;
  double desired_roll_ = 0;
  double desired_pitch_ = 0;
  double pre_climb_ = 0;
  bool is_auto_pitch_ = false;
  double desired_gaz_ = 0;
};

}  // namespace papabench
