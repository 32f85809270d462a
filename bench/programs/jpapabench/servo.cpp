// Servos: see servo.h.
// SPDX-License-Identifier: Apache-2.0
#include "servo.h"

#include "units.h"

namespace papabench {
namespace {

constexpr int neutral_pulse = 1500;
constexpr double pulse_range = 600;
constexpr int idle_motor_pulse = 1000;
constexpr double motor_range = 1000;

double deflection_of(int pulse) { return (pulse - neutral_pulse) / pulse_range; }

}  // namespace

double Servo::move_to(double target, double seconds) {
  deflection_ += limit(target - deflection_, rate_ * seconds);
  return deflection_;
}

Controls ServoSet::follow(const ServoPulses& pulses, double seconds) {
  const double left = left_aileron_.move_to(deflection_of(pulses.left_aileron), seconds);
  const double right = right_aileron_.move_to(deflection_of(pulses.right_aileron), seconds);
  const double elevator = elevator_.move_to(deflection_of(pulses.elevator), seconds);
  const double motor = motor_.move_to((pulses.motor - idle_motor_pulse) / motor_range, seconds);
  return {(left - right) / 2, elevator, motor};
}

}  // namespace papabench
