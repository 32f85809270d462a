// The tasks that simulate the world: how the airframe flies and what the sensors measure.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "config.h"
#include "flight_model.h"
#include "task.h"

namespace papabench {

// Moves the airframe on by one period.
class FlightModelTask final : public PeriodicTask {
 public:
  explicit FlightModelTask(Vehicle& vehicle);

 protected:
  void handle() override;

 private:
  FlightModel model_;
};

// Measures where the airframe is and sends it to the receiver.
class GpsTask final : public PeriodicTask {
 public:
  explicit GpsTask(Vehicle& vehicle) : PeriodicTask(vehicle, runs_for_period(gps_period)) {}

 protected:
  void handle() override;

 private:
  GpsFix measure(const AirframeState& airframe);

  Position last_position_{0, 0, 125};
  double last_time_ = 0;
  int fixes_ = 0;
};

// Measures the warmth around the airframe.
class InfraredTask final : public PeriodicTask {
 public:
  explicit InfraredTask(Vehicle& vehicle)
      : PeriodicTask(vehicle, runs_for_period(infrared_period)) {}

 protected:
  void handle() override;
};

}  // namespace papabench
