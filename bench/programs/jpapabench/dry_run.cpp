// The dry run: see dry_run.h.
// SPDX-License-Identifier: Apache-2.0
#include "dry_run.h"

#include <cassert>

#include "stages.h"

namespace papabench {

DryRun::DryRun()
    : flight_model_(vehicle_),
      gps_(vehicle_),
      infrared_(vehicle_),
      altitude_(vehicle_),
      climb_(vehicle_),
      navigation_(vehicle_, make_tour_plan()),
      stabilization_(vehicle_, Connection::Connected),
      fly_by_wire_(vehicle_),
      telemetry_(vehicle_) {}

void DryRun::fly(int periods) {
  for (int i = 0; i < periods; ++i) {
    run_fast_tasks();
    gps_.step();
    navigation_.step();
    altitude_.step();
    climb_.step();
    downlink_.push_back(telemetry_.next().text());
  }
}

void DryRun::run_fast_tasks() {
  for (int i = 0; i < navigation_period / stabilization_period; ++i) {
    for (int j = 0; j < stabilization_period / flight_model_period; ++j) flight_model_.step();
    infrared_.step();
    stabilization_.step();
    fly_by_wire_.step();
  }
}

void DryRun::check() const {
  assert(vehicle_.autopilot().is_launched());
  assert(vehicle_.autopilot().vertical_mode() == VerticalMode::AutoAltitude);
  assert(vehicle_.airframe().controls().thrust > 0 && vehicle_.airframe().air_speed() > 0);
  assert(vehicle_.estimator().horizontal_speed().module > 0);
}

}  // namespace papabench
