// Stages: see stages.h.
// SPDX-License-Identifier: Apache-2.0
#include "stages.h"

#include "units.h"

namespace papabench {
namespace {

// A way point counts as reached this near to it, in metres.
constexpr double arrival_radius = 30;
constexpr int launch_time = 8;
constexpr double ground = 125;
constexpr double cruise_altitude = ground + 75;

const TakeOffStage::Settings usual_take_off = {.course = to_radians(15),
                                               .pitch = 0.15,
                                               .gaz = 0.8 * max_command,
                                               .altitude_above_ground = 30,
                                               .longest_time = launch_time};

// Altitude is held by climbing, and climbing by the motor.
void hold_altitude(FlightContext& context, double altitude) {
  context.navigator.set_auto_pitch(false);
  context.navigator.set_desired_pitch(0);
  context.navigator.set_desired_altitude(altitude);
  context.navigator.set_pre_climb(0);
  context.autopilot.set_vertical_mode(VerticalMode::AutoAltitude);
}

std::unique_ptr<FlightPlan> make_empty_plan() {
  auto plan = std::make_unique<FlightPlan>(ground);
  plan->add(Position2{0, 0});
  plan->add(Position2{115, -250});
  return plan;
}

}  // namespace

bool LaunchStage::fly(FlightContext& context) {
  context.autopilot.launch();
  return true;
}

bool TakeOffStage::fly(FlightContext& context) {
  if (is_over(context)) return true;
  context.navigator.set_desired_course(settings_.course);
  context.navigator.set_auto_pitch(false);
  context.navigator.set_desired_pitch(settings_.pitch);
  context.navigator.set_desired_gaz(settings_.gaz);
  context.autopilot.set_vertical_mode(VerticalMode::AutoGaz);
  return false;
}

bool TakeOffStage::is_over(const FlightContext& context) const {
  const double altitude = context.estimator.position().z - context.plan.ground_altitude();
  return altitude > settings_.altitude_above_ground ||
         context.estimator.flight_time() > settings_.longest_time;
}

bool LegStage::fly(FlightContext& context) {
  const Position2& to = context.plan.waypoint(to_);
  if (distance(flat(context.estimator.position()), to) < arrival_radius) return true;
  context.navigator.follow_leg(context.plan.waypoint(from_), to, context.estimator);
  hold_altitude(context, altitude_);
  return false;
}

bool CircleStage::fly(FlightContext& context) {
  if (periods_ > 0 && context.estimator.flight_time() - entry_time() >= periods_) return true;
  context.navigator.circle(context.plan.waypoint(centre_), radius_, context.estimator);
  hold_altitude(context, altitude_);
  return false;
}

std::unique_ptr<FlightPlan> make_simple_plan() {
  Block block;
  block.add(std::make_unique<LaunchStage>());
  block.add(std::make_unique<TakeOffStage>(usual_take_off));
  auto plan = make_empty_plan();
  plan->add(std::move(block));
  return plan;
}

std::unique_ptr<FlightPlan> make_tour_plan() {
  Block take_off;
  take_off.add(std::make_unique<LaunchStage>());
  take_off.add(std::make_unique<TakeOffStage>(usual_take_off));
  Block tour;
  tour.add(std::make_unique<LegStage>(0, 1, cruise_altitude));
  tour.add(std::make_unique<CircleStage>(1, 80, cruise_altitude, 0));
  auto plan = make_empty_plan();
  plan->add(std::move(take_off));
  plan->add(std::move(tour));
  return plan;
}

}  // namespace papabench
