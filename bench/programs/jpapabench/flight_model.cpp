// The flight model: see flight_model.h.
// SPDX-License-Identifier: Apache-2.0
#include "flight_model.h"

#include <cmath>

#include "units.h"

namespace papabench {
namespace {

constexpr double gravity = 9.81;
constexpr double mass = 0.6;
constexpr double weight = mass * gravity;
constexpr double drag = 0.25;
constexpr double max_force = 6;
// A positive command moves the surface so that the airframe turns the other way: the inner loop's
// error is "is minus wanted".
constexpr double roll_response = -4;
constexpr double pitch_response = -2;
constexpr double slowest_flight = 1;
constexpr double level_speed = 8;
constexpr double climb_of_speed = 0.3;
constexpr double ground = 125;

}  // namespace

void FlightModel::advance(AirframeState& airframe, double seconds) const {
  airframe.advance_time(seconds);
  // Without thrust the airframe stays in the hand that will throw it.
  if (airframe.air_speed() == 0 && airframe.controls().thrust == 0) return;
  const double speed = airframe.air_speed() + seconds * acceleration(airframe);
  const Attitude turning = rotation(airframe);
  const double climbing = climb(airframe);
  airframe.set_air_speed(std::fmax(0, speed));
  airframe.set_motion(turning, climbing);
  airframe.integrate(seconds, wind_.drift_at(airframe.position().z - ground));
}

double FlightModel::acceleration(const AirframeState& airframe) const {
  const double force = max_force * airframe.controls().thrust - drag * airframe.air_speed() -
                       weight * std::sin(airframe.attitude().theta);
  return force / mass;
}

Attitude FlightModel::rotation(const AirframeState& airframe) const {
  const double speed = airframe.air_speed();
  const double turn =
      speed > slowest_flight ? gravity * std::tan(airframe.attitude().phi) / speed : 0;
  return {roll_response * airframe.controls().aileron, turn,
          pitch_response * airframe.controls().elevator};
}

double FlightModel::climb(const AirframeState& airframe) const {
  const double speed = airframe.air_speed();
  const double lifted = climb_of_speed * (speed - level_speed);
  const double wanted = speed * std::sin(airframe.attitude().theta) + lifted;
  // The ground bears what the air does not.
  return airframe.position().z <= ground ? std::fmax(0, wanted) : wanted;
}

}  // namespace papabench
