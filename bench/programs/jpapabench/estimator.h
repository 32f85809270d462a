// What the aircraft believes about itself, from satellites and infrared sensors.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry.h"
#include "gps_device.h"
#include "infrared_device.h"

namespace papabench {

// How strongly infrared readings relate to angles, fitted while flying.
struct InfraredFit {
  bool is_initialized = false;
  double radians_per_unit = 0;
  double reading = 0;
  double radians = 0;
  double last_direction = 0;
  int last_time_of_week = 0;
  double sum_xx = 0;
  double sum_xy = 0;
};

class Estimator {
 public:
  const Position& position() const { return position_; }
  const Attitude& attitude() const { return attitude_; }
  const HorizontalSpeed& horizontal_speed() const { return horizontal_speed_; }
  double vertical_speed() const { return vertical_speed_; }
  int flight_time() const { return flight_time_; }
  const InfraredFit& infrared_fit() const { return infrared_fit_; }

  void count_flight_time() { ++flight_time_; }
  void update_position(const GpsFix& fix);
  // Every period: roll and pitch straight from the sensors.
  void update_attitude(const InfraredDevice& infrared);
  // Every fix: learns the factor between readings and angles from how the course turned.
  void update_infrared_fit(const InfraredDevice& infrared, const GpsFix& fix);

 private:
  void initialize_infrared_fit(const InfraredDevice& infrared);
  double turn_rate(const GpsFix& fix) const;

  Position position_;
  Attitude attitude_;
  HorizontalSpeed horizontal_speed_;
  double vertical_speed_ = 0;
  int flight_time_ = 0;
  InfraredFit infrared_fit_;
};

}  // namespace papabench
