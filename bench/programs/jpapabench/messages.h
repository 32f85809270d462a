// What the two computers of the aircraft tell each other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace papabench {

inline constexpr int radio_channels = 6;

enum class RadioChannel { Roll, Pitch, Throttle, Yaw, Mode, Gain };

// From the autopilot: positions for the servos.
struct ControlMessage {
  int aileron = 0;
  int elevator = 0;
  int gaz = 0;
  // Not a command: lets the other side cut the motor when the aircraft rolls over.
  double phi = 0;

  bool operator==(const ControlMessage&) const = default;
};

// From fly-by-wire: what the pilot's transmitter says.
struct RadioMessage {
  std::array<int, radio_channels> channels{};
  bool is_valid = false;
  int battery = 0;

  int channel(RadioChannel channel) const { return channels[static_cast<int>(channel)]; }
  bool operator==(const RadioMessage&) const = default;
};

// As bytes on the bus, with a check sum at the end.
inline constexpr int packet_size = 16;
using Packet = std::array<std::uint8_t, packet_size>;

Packet encode(const ControlMessage& message);
Packet encode(const RadioMessage& message);
// False if the packet is damaged or of the other kind; the message is then untouched.
bool decode(const Packet& packet, ControlMessage& message);
bool decode(const Packet& packet, RadioMessage& message);

}  // namespace papabench
