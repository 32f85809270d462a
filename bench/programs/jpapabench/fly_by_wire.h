// The second computer: receives the pilot's radio, drives the servos, and decides who is in command.
//
// The papers' version has this half cut off. main uses it once, before the tasks start, to test the
// bus; with FLY_BY_WIRE_RUNS it gets a task of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "messages.h"
#include "spi_bus.h"

namespace papabench {

enum class Command { Pilot, Autopilot, Failsafe };

// Lengths of the servos' pulses, in microseconds.
struct ServoPulses {
  int left_aileron = 0;
  int right_aileron = 0;
  int elevator = 0;
  int motor = 0;

  bool operator==(const ServoPulses&) const = default;
};

// The pilot's receiver: a sequence of pulses, one per channel.
class RadioReceiver {
 public:
  // False if a pulse is out of range: the whole sequence is then ignored.
  bool receive(const std::array<int, radio_channels>& pulses);
  // One period without a sequence; after a while the signal counts as lost.
  void miss();
  const RadioMessage& message() const { return message_; }

 private:
  RadioMessage message_;
  int missed_ = 0;
};

class FlyByWire {
 public:
  explicit FlyByWire(SpiBus& bus);

  // One period: takes what the autopilot sent, decides who is in command, and moves the servos.
  void run_period();
  // Tells the autopilot what the pilot's radio says.
  void send_radio_state();

  RadioReceiver& radio() { return radio_; }
  Command command() const { return command_; }
  const ServoPulses& servos() const { return servos_; }
  const ControlMessage& last_control() const { return control_; }

 private:
  bool receive_control();
  Command choose_command() const;
  ControlMessage control_in_command() const;

  SpiBus& bus_;
  RadioReceiver radio_;
  Command command_ = Command::Failsafe;
  ControlMessage control_;
  int periods_without_control_ = 0;
  ServoPulses servos_;
};

// Both ailerons from one command; the motor never runs in an aircraft on its back.
ServoPulses mix(const ControlMessage& control);

}  // namespace papabench
