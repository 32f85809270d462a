// The aircraft: see aircraft.h.
// SPDX-License-Identifier: Apache-2.0
#include "aircraft.h"

#include <cassert>
#include <cmath>

#include "config.h"
#include "control_tasks.h"
#include "self_test.h"
#include "simulation_tasks.h"
#include "stages.h"
#include "telemetry.h"
#include "units.h"

namespace papabench {

Aircraft::Aircraft() {
  run_self_test(vehicle_);
  const Connection connection = fly_by_wire_runs > 0 ? Connection::Connected : Connection::Cut;
#ifdef TOUR_PLAN
  auto plan = make_tour_plan();
#else
  auto plan = make_simple_plan();
#endif
  tasks_.push_back(std::make_unique<FlightModelTask>(vehicle_));
  tasks_.push_back(std::make_unique<GpsTask>(vehicle_));
  tasks_.push_back(std::make_unique<InfraredTask>(vehicle_));
  tasks_.push_back(std::make_unique<AltitudeControlTask>(vehicle_));
  tasks_.push_back(std::make_unique<ClimbControlTask>(vehicle_));
  tasks_.push_back(std::make_unique<NavigationTask>(vehicle_, std::move(plan)));
  tasks_.push_back(std::make_unique<StabilizationTask>(vehicle_, connection));
  if (connection == Connection::Cut) return;
  tasks_.push_back(std::make_unique<FlyByWireTask>(vehicle_));
  tasks_.push_back(std::make_unique<RadioControlTask>(vehicle_));
}

void Aircraft::fly() {
  std::vector<std::thread> threads;
  for (auto& task : tasks_) threads.emplace_back(&PeriodicTask::run, task.get());
  for (std::thread& thread : threads) thread.join();
}

void Aircraft::check_after_flight() const {
  const double seconds = runs_for_period(flight_model_period) * flight_model_period / 1000.0;
  assert(std::fabs(vehicle_.airframe().time() - seconds) < 1e-9);
  assert(vehicle_.estimator().flight_time() == runs_for_period(navigation_period));
  assert(vehicle_.autopilot().is_launched());
  const TelemetryRecord modes = Telemetry(vehicle_).record_of(Subject::Modes);
  assert(modes.values.back() == 1);
  if (repeat_count < 2) return;
  assert(vehicle_.autopilot().vertical_mode() == VerticalMode::AutoGaz);
  assert(vehicle_.navigator().desired_course() == to_radians(15));
}

}  // namespace papabench
