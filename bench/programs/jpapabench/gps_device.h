// The satellite receiver as the autopilot sees it: the last fix.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace papabench {

struct GpsFix {
  double east = 0;
  double north = 0;
  double altitude = 0;
  double speed = 0;   // over ground
  double course = 0;  // radians, clockwise from north
  double climb = 0;
  int time_of_week = 0;  // milliseconds
};

class GpsDevice {
 public:
  const GpsFix& fix() const { return fix_; }
  void set_fix(const GpsFix& fix);
  bool is_position_available() const { return is_position_available_; }
  // Once per fix: true for the first caller after a new one.
  bool take_new_fix();

 private:
  GpsFix fix_;
  bool is_position_available_ = false;
};

}  // namespace papabench
