// The pilot's part: see radio_control.h.
// SPDX-License-Identifier: Apache-2.0
#include "radio_control.h"

#include "units.h"

namespace papabench {
namespace {

constexpr double max_stick_roll = 0.6;
constexpr double max_stick_pitch = 0.5;
constexpr int switch_threshold = max_command / 2;

double angle_of_stick(int command, double max_angle) { return command * max_angle / max_command; }

}  // namespace

AutopilotMode mode_of_switch(int position) {
  if (position < -switch_threshold) return AutopilotMode::Manual;
  return position > switch_threshold ? AutopilotMode::Auto2 : AutopilotMode::Auto1;
}

bool RadioControl::update(SpiBus& bus, Autopilot& autopilot) {
  Packet packet;
  bool is_received = false;
  while (bus.to_autopilot.pop(packet)) is_received |= decode(packet, message_);
  if (is_received) act(autopilot);
  return is_received;
}

void RadioControl::act(Autopilot& autopilot) {
  if (!message_.is_valid) {
    // On the ground nobody needs to come home.
    if (autopilot.is_launched()) autopilot.set_mode(AutopilotMode::Home);
    return;
  }
  autopilot.set_mode(mode_of_switch(message_.channel(RadioChannel::Mode)));
  if (autopilot.mode() == AutopilotMode::Auto1) fly_by_sticks(autopilot);
}

void RadioControl::fly_by_sticks(Autopilot& autopilot) const {
  autopilot.set_lateral_mode(LateralMode::Roll);
  autopilot.set_vertical_mode(VerticalMode::Manual);
  autopilot.set_roll(angle_of_stick(message_.channel(RadioChannel::Roll), max_stick_roll));
  autopilot.set_pitch(angle_of_stick(message_.channel(RadioChannel::Pitch), max_stick_pitch));
  autopilot.set_gaz(to_throttle(message_.channel(RadioChannel::Throttle)));
}

}  // namespace papabench
