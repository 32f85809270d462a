// The self-test: see self_test.h.
// SPDX-License-Identifier: Apache-2.0
#include "self_test.h"

#include <cassert>

#include "radio_control.h"

namespace papabench {
namespace {

constexpr std::array<int, radio_channels> pilot_flies = {1500, 1600, 1800, 1500, 1000, 1500};
constexpr std::array<int, radio_channels> autopilot_flies = {1500, 1500, 1500, 1500, 2000, 1500};

void test_control(FlyByWire& fly_by_wire, SpiBus& bus) {
  const ControlMessage control{1200, -600, 4800, 0.25};
  bus.to_fly_by_wire.push(encode(control));
  fly_by_wire.run_period();
  assert(fly_by_wire.last_control() == control);
  assert(fly_by_wire.command() == Command::Autopilot);
  assert(fly_by_wire.servos() == mix(control));
}

void test_damaged_packet(FlyByWire& fly_by_wire, SpiBus& bus) {
  Packet packet = encode(ControlMessage{1, 2, 3, 0});
  packet[2] ^= 0x10;
  const ControlMessage before = fly_by_wire.last_control();
  bus.to_fly_by_wire.push(packet);
  fly_by_wire.run_period();
  assert(fly_by_wire.last_control() == before);
}

void test_pilot(FlyByWire& fly_by_wire, SpiBus& bus) {
  assert(fly_by_wire.radio().receive(pilot_flies));
  fly_by_wire.run_period();
  assert(fly_by_wire.command() == Command::Pilot);
  fly_by_wire.send_radio_state();
  Packet packet;
  RadioMessage heard;
  assert(bus.to_autopilot.pop(packet) && decode(packet, heard));
  assert(heard.is_valid && heard.channels == fly_by_wire.radio().message().channels);
}

void test_failsafe(FlyByWire& fly_by_wire) {
  assert(fly_by_wire.radio().receive(autopilot_flies));
  for (int i = 0; i < 6; ++i) {
    fly_by_wire.radio().miss();
    fly_by_wire.run_period();
  }
  assert(!fly_by_wire.radio().message().is_valid);
  assert(fly_by_wire.command() == Command::Failsafe);
  assert(fly_by_wire.servos() == mix({}));
}

void test_radio_control(FlyByWire& fly_by_wire, SpiBus& bus) {
  assert(fly_by_wire.radio().receive(pilot_flies));
  fly_by_wire.send_radio_state();
  Autopilot autopilot;
  RadioControl radio_control;
  assert(radio_control.update(bus, autopilot));
  assert(autopilot.mode() == AutopilotMode::Manual);
  assert(fly_by_wire.radio().receive(autopilot_flies));
  fly_by_wire.send_radio_state();
  assert(radio_control.update(bus, autopilot));
  assert(autopilot.mode() == AutopilotMode::Auto2);
  assert(!radio_control.update(bus, autopilot));
}

}  // namespace

void run_self_test(Vehicle& vehicle) {
  FlyByWire fly_by_wire(vehicle.bus());
  test_control(fly_by_wire, vehicle.bus());
  test_damaged_packet(fly_by_wire, vehicle.bus());
  test_pilot(fly_by_wire, vehicle.bus());
  test_radio_control(fly_by_wire, vehicle.bus());
  test_failsafe(fly_by_wire);
  assert(vehicle.bus().to_fly_by_wire.is_empty() && vehicle.bus().to_autopilot.is_empty());
}

}  // namespace papabench
