// The simulated world: see simulation_tasks.h.
// SPDX-License-Identifier: Apache-2.0
#include "simulation_tasks.h"

#include <cmath>

#include "units.h"

namespace papabench {
namespace {

// Moves the airframe only once it has left the hand.
const Wind light_wind(1.5, to_radians(240));

}  // namespace

FlightModelTask::FlightModelTask(Vehicle& vehicle)
    : PeriodicTask(vehicle, runs_for_period(flight_model_period)), model_(light_wind) {}

void FlightModelTask::handle() {
  model_.advance(vehicle().airframe(), flight_model_period / 1000.0);
}

void GpsTask::handle() { vehicle().gps().set_fix(measure(vehicle().airframe())); }

GpsFix GpsTask::measure(const AirframeState& airframe) {
  const Position position = airframe.position();
  const double time = airframe.time();
  const double elapsed = time - last_time_;
  GpsFix fix;
  fix.east = position.x;
  fix.north = position.y;
  fix.altitude = position.z;
  fix.time_of_week = gps_period * ++fixes_;
  // Speed is measured from where the airframe last stood still, or was at the fix before.
  if (position == last_position_ || elapsed <= 0) return fix;
  fix.speed = distance(flat(last_position_), flat(position)) / elapsed;
  fix.course = bearing(flat(last_position_), flat(position));
  fix.climb = (position.z - last_position_.z) / elapsed;
  last_position_ = position;
  last_time_ = time;
  return fix;
}

void InfraredTask::handle() {
  const Attitude attitude = vehicle().airframe().attitude();
  const double contrast = vehicle().infrared().contrast();
  InfraredReading reading;
  reading.left = contrast * std::sin(attitude.phi) * std::cos(attitude.theta);
  reading.front = contrast * std::sin(attitude.theta) * std::cos(attitude.phi);
  reading.top = contrast * std::cos(attitude.theta) * std::cos(attitude.phi);
  vehicle().infrared().set_reading(reading);
}

}  // namespace papabench
