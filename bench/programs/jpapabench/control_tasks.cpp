// The autopilot's tasks: see control_tasks.h.
// SPDX-License-Identifier: Apache-2.0
#include "control_tasks.h"

#include <cassert>
#include <cmath>
#include <utility>

#include "units.h"

namespace papabench {
namespace {

constexpr double altitude_gain = -0.025;
constexpr double max_climb = 1;
constexpr double level_gaz = 0.3;
constexpr double gaz_of_climb = 0.2;
constexpr double max_pitch = 0.35;

bool controls_climb(VerticalMode mode) {
  return mode == VerticalMode::AutoClimb || mode == VerticalMode::AutoAltitude;
}

}  // namespace

void AltitudeControlTask::handle() {
  Autopilot& autopilot = vehicle().autopilot();
  if (!is_autonomous(autopilot.mode())) return;
  if (autopilot.vertical_mode() != VerticalMode::AutoAltitude) return;
  const Navigator& navigator = vehicle().navigator();
  const double error = vehicle().estimator().position().z - navigator.desired_altitude();
  autopilot.set_climb(limit(navigator.pre_climb() + altitude_gain * error, max_climb));
}

void ClimbControlTask::handle() {
  Autopilot& autopilot = vehicle().autopilot();
  if (!is_autonomous(autopilot.mode())) return;
  if (controls_climb(autopilot.vertical_mode())) return control_climb();
  if (autopilot.vertical_mode() == VerticalMode::AutoGaz) {
    const int gaz = to_throttle(vehicle().navigator().desired_gaz());
    // A plan that asks for the motor says in the same breath how much of it.
    assert(gaz > 0);
    autopilot.set_gaz(gaz);
  }
}

void ClimbControlTask::control_climb() {
  Autopilot& autopilot = vehicle().autopilot();
  const Navigator& navigator = vehicle().navigator();
  const double error = vehicle().estimator().vertical_speed() - autopilot.climb();
  if (navigator.is_auto_pitch()) {
    autopilot.set_pitch(limit(pitch_controller_.update(error), max_pitch));
    autopilot.set_gaz(to_throttle(navigator.desired_gaz()));
    return;
  }
  const double share = gaz_controller_.update(error) + level_gaz + gaz_of_climb * autopilot.climb();
  autopilot.set_gaz(to_throttle(share * max_command));
  autopilot.set_pitch(navigator.desired_pitch());
}

NavigationTask::NavigationTask(Vehicle& vehicle, std::unique_ptr<FlightPlan> plan)
    : PeriodicTask(vehicle, runs_for_period(navigation_period)), plan_(std::move(plan)) {}

void NavigationTask::handle() {
#ifdef BROKEN_SPLIT_NAVIGATION
  // Each part takes the lock for itself: others see the new mode with the old settings.
  {
    const std::lock_guard lock(vehicle().mutex());
    update_estimates();
    if (plan_->current_stage() == 1) vehicle().autopilot().set_vertical_mode(VerticalMode::AutoGaz);
  }
  const std::lock_guard lock(vehicle().mutex());
#else
  update_estimates();
#endif
  vehicle().autopilot().set_lateral_mode(LateralMode::Course);
  fly_plan();
  steer();
}

void NavigationTask::update_estimates() {
  Estimator& estimator = vehicle().estimator();
  estimator.count_flight_time();
  estimator.update_position(vehicle().gps().fix());
  estimator.update_infrared_fit(vehicle().infrared(), vehicle().gps().fix());
}

void NavigationTask::fly_plan() {
  plan_->fly(vehicle().autopilot(), vehicle().estimator(), vehicle().navigator());
}

void NavigationTask::steer() {
  Autopilot& autopilot = vehicle().autopilot();
  if (autopilot.lateral_mode() != LateralMode::Course) return;
  vehicle().navigator().update_desired_roll(vehicle().estimator());
  autopilot.set_roll(vehicle().navigator().desired_roll());
}

void StabilizationTask::handle() {
  vehicle().estimator().update_attitude(vehicle().infrared());
  update_surfaces();
  const ControlMessage message = make_message();
  if (is_connected_) vehicle().bus().to_fly_by_wire.push(encode(message));
}

void StabilizationTask::update_surfaces() {
  Autopilot& autopilot = vehicle().autopilot();
  const Attitude& attitude = vehicle().estimator().attitude();
  autopilot.set_aileron(to_command(autopilot.gains().roll * (attitude.phi - autopilot.roll())));
  autopilot.correct_pitch_of_roll();
  const double wanted =
      autopilot.pitch() + autopilot.gains().pitch_of_roll * std::fabs(attitude.phi);
  autopilot.set_elevator(to_command(autopilot.gains().pitch * (attitude.theta - wanted)));
}

ControlMessage StabilizationTask::make_message() const {
  const Autopilot& autopilot = vehicle().autopilot();
  return {autopilot.aileron(), autopilot.elevator(), autopilot.gaz(),
          vehicle().estimator().attitude().phi};
}

void FlyByWireTask::handle() {
  fly_by_wire_.run_period();
  fly_by_wire_.send_radio_state();
  const Controls controls = servos_.follow(fly_by_wire_.servos(), fly_by_wire_period / 1000.0);
  const std::lock_guard lock(vehicle().mutex());
  vehicle().airframe().set_controls(controls);
}

void RadioControlTask::handle() { radio_control_.update(vehicle().bus(), vehicle().autopilot()); }

}  // namespace papabench
