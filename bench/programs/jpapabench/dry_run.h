// A flight in the computer before the real one: all tasks in a fixed order, in a world of its own.
//
// Shows that the parts fit together: sensors, autopilot, fly-by-wire, servos and airframe as one loop.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "control_tasks.h"
#include "simulation_tasks.h"
#include "telemetry.h"
#include "vehicle.h"

namespace papabench {

class DryRun {
 public:
  DryRun();

  // Flies for a number of navigation periods.
  void fly(int periods);
  // Fails an assertion if the aircraft did not take off.
  void check() const;
  const std::vector<std::string>& downlink() const { return downlink_; }

 private:
  // The faster tasks, as often as they run in a quarter of a second.
  void run_fast_tasks();

  Vehicle vehicle_;
  FlightModelTask flight_model_;
  GpsTask gps_;
  InfraredTask infrared_;
  AltitudeControlTask altitude_;
  ClimbControlTask climb_;
  NavigationTask navigation_;
  StabilizationTask stabilization_;
  FlyByWireTask fly_by_wire_;
  Telemetry telemetry_;
  std::vector<std::string> downlink_;
};

}  // namespace papabench
