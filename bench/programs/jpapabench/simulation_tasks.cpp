// The simulated world: see simulation_tasks.h.
// SPDX-License-Identifier: Apache-2.0
#include "simulation_tasks.h"

#include <cmath>

#include "units.h"

namespace papabench {
namespace {

constexpr double gravity = 9.81;
constexpr double mass = 1.0;
constexpr double drag = 0.45;
constexpr double max_force = 5;
constexpr double weight = mass * gravity;
constexpr double roll_response = 4;
constexpr double pitch_response = 2;
constexpr double slowest_flight = 1;

}  // namespace

void FlightModelTask::handle() {
  const double seconds = flight_model_period / 1000.0;
  AirframeState& airframe = vehicle().airframe;
  airframe.advance_time(seconds);
  // Without thrust the airframe stays in the hand that will throw it.
  if (airframe.air_speed() == 0 && airframe.controls().thrust == 0) return;
  fly(airframe, seconds);
}

void FlightModelTask::fly(AirframeState& airframe, double seconds) const {
  const Controls& controls = airframe.controls();
  const Attitude& attitude = airframe.attitude();
  const double speed = airframe.air_speed();
  const double force =
      max_force * controls.thrust - drag * speed - weight * std::sin(attitude.theta);
  airframe.set_air_speed(std::fmax(0, speed + seconds * force / mass));
  const double turn = speed > slowest_flight ? gravity * std::tan(attitude.phi) / speed : 0;
  const Attitude rotation{roll_response * controls.aileron, turn,
                          pitch_response * controls.elevator};
  airframe.set_motion(rotation, speed * std::sin(attitude.theta));
  airframe.integrate(seconds);
}

void GpsTask::handle() { vehicle().gps.set_fix(measure(vehicle().airframe)); }

GpsFix GpsTask::measure(const AirframeState& airframe) {
  const Position position = airframe.position();
  const double time = airframe.time();
  const double elapsed = time - last_time_;
  GpsFix fix;
  fix.east = position.x;
  fix.north = position.y;
  fix.altitude = position.z;
  if (elapsed > 0) {
    fix.speed = distance(flat(last_position_), flat(position)) / elapsed;
    fix.climb = (position.z - last_position_.z) / elapsed;
  }
  fix.course = fix.speed > 0 ? bearing(flat(last_position_), flat(position)) : 0;
  fix.time_of_week = gps_period * ++fixes_;
  last_position_ = position;
  last_time_ = time;
  return fix;
}

void InfraredTask::handle() {
  const Attitude attitude = vehicle().airframe.attitude();
  const double contrast = vehicle().infrared.contrast();
  InfraredReading reading;
  reading.left = contrast * std::sin(attitude.phi) * std::cos(attitude.theta);
  reading.front = contrast * std::sin(attitude.theta) * std::cos(attitude.phi);
  reading.top = contrast * std::cos(attitude.theta) * std::cos(attitude.phi);
  vehicle().infrared.set_reading(reading);
}

}  // namespace papabench
