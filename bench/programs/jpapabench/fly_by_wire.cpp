// Fly-by-wire: see fly_by_wire.h.
// SPDX-License-Identifier: Apache-2.0
#include "fly_by_wire.h"

#include <cmath>

#include "units.h"

namespace papabench {
namespace {

constexpr int shortest_pulse = 900;
constexpr int longest_pulse = 2100;
constexpr int neutral_pulse = 1500;
constexpr int pulse_range = 600;
constexpr int idle_motor_pulse = 1000;
constexpr int motor_range = 1000;
constexpr int most_missed = 5;
constexpr int full_battery = 120;
constexpr double upside_down = to_radians(90);

int command_of_pulse(int pulse) { return (pulse - neutral_pulse) * max_command / pulse_range; }

int pulse_of_command(int command) { return neutral_pulse + command * pulse_range / max_command; }

}  // namespace

bool RadioReceiver::receive(const std::array<int, radio_channels>& pulses) {
  for (const int pulse : pulses) {
    if (pulse < shortest_pulse || pulse > longest_pulse) return false;
  }
  for (int i = 0; i < radio_channels; ++i) message_.channels[i] = command_of_pulse(pulses[i]);
  message_.is_valid = true;
  missed_ = 0;
  return true;
}

void RadioReceiver::miss() {
  if (missed_ < most_missed) ++missed_;
  if (missed_ == most_missed) message_.is_valid = false;
}

FlyByWire::FlyByWire(SpiBus& bus) : bus_(bus), servos_(mix({})) {}

void FlyByWire::run_period() {
  const bool has_control = receive_control();
  if (has_control) {
    periods_without_control_ = 0;
  } else if (periods_without_control_ < most_missed) {
    ++periods_without_control_;
  }
  command_ = choose_command();
  servos_ = mix(control_in_command());
}

bool FlyByWire::receive_control() {
  Packet packet;
  bool is_received = false;
  while (!bus_.to_fly_by_wire.is_empty()) {
    // Only the latest counts; a damaged one is as good as none.
    if (bus_.to_fly_by_wire.pop(packet)) is_received |= decode(packet, control_);
  }
  return is_received;
}

void FlyByWire::send_radio_state() {
  RadioMessage message = radio_.message();
  message.battery = full_battery;
  bus_.to_autopilot.push(encode(message));
}

Command FlyByWire::choose_command() const {
  const RadioMessage& radio = radio_.message();
  if (radio.is_valid && radio.channel(RadioChannel::Mode) < 0) return Command::Pilot;
  return periods_without_control_ < most_missed ? Command::Autopilot : Command::Failsafe;
}

ControlMessage FlyByWire::control_in_command() const {
  switch (command_) {
    case Command::Pilot: {
      const RadioMessage& radio = radio_.message();
      return {radio.channel(RadioChannel::Roll), radio.channel(RadioChannel::Pitch),
              to_throttle(radio.channel(RadioChannel::Throttle)), 0};
    }
    case Command::Autopilot: return control_;
    case Command::Failsafe: break;
  }
  return {};
}

ServoPulses mix(const ControlMessage& control) {
  const bool may_run = std::fabs(control.phi) < upside_down;
  const int gaz = may_run ? to_throttle(control.gaz) : 0;
  return {pulse_of_command(to_command(control.aileron)),
          pulse_of_command(to_command(-control.aileron)),
          pulse_of_command(to_command(control.elevator)),
          idle_motor_pulse + gaz * motor_range / max_command};
}

}  // namespace papabench
