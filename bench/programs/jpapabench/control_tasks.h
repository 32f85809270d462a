// The tasks of the autopilot: altitude, climb, navigation, stabilisation.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "config.h"
#include "flight_plan.h"
#include "fly_by_wire.h"
#include "pid.h"
#include "radio_control.h"
#include "servo.h"
#include "task.h"

namespace papabench {

// Outer loop: from the error of the altitude to the wanted climb.
class AltitudeControlTask final : public PeriodicTask {
 public:
  explicit AltitudeControlTask(Vehicle& vehicle)
      : PeriodicTask(vehicle, runs_for_period(altitude_period)) {}

 protected:
  void handle() override;
};

// Middle loop: from the error of the climb to throttle or pitch.
class ClimbControlTask final : public PeriodicTask {
 public:
  explicit ClimbControlTask(Vehicle& vehicle)
      : PeriodicTask(vehicle, runs_for_period(climb_period)) {}

 protected:
  void handle() override;

 private:
  void control_climb();
  // The controllers' sums are this task's own.
  PiController gaz_controller_{-0.008, 0.1, 100};
  PiController pitch_controller_{-0.03, 0.05, 100};
};

// Flies the plan: position from the satellites, course and roll from the plan.
class NavigationTask final : public PeriodicTask {
 public:
  NavigationTask(Vehicle& vehicle, std::unique_ptr<FlightPlan> plan);
#ifdef BROKEN_SPLIT_NAVIGATION
  void run() override { run_unlocked(); }
#endif

 protected:
  void handle() override;

 private:
  void update_estimates();
  void fly_plan();
  void steer();

  std::unique_ptr<FlightPlan> plan_;
};

// Whether the fly-by-wire half of the aircraft is there.
enum class Connection { Cut, Connected };

// Inner loop: from the wanted attitude to the servos.
class StabilizationTask final : public PeriodicTask {
 public:
  // Sends its message only if there is somebody to receive it.
  StabilizationTask(Vehicle& vehicle, Connection connection)
      : PeriodicTask(vehicle, runs_for_period(stabilization_period)),
        is_connected_(connection == Connection::Connected) {}
#ifdef BROKEN_STABILIZATION_LOCK
  void run() override { run_unlocked(); }
#endif

 protected:
  void handle() override;

 private:
  void update_surfaces();
  ControlMessage make_message() const;

  const bool is_connected_;
};

// Drives the servos and with them the simulated airframe; only with FLY_BY_WIRE_RUNS.
class FlyByWireTask final : public PeriodicTask {
 public:
  explicit FlyByWireTask(Vehicle& vehicle)
      : PeriodicTask(vehicle, fly_by_wire_runs), fly_by_wire_(vehicle.bus()) {}
  // The bus has a lock of its own; the vehicle's is taken only to move the airframe's controls.
  void run() override { run_unlocked(); }

 protected:
  void handle() override;

 private:
  FlyByWire fly_by_wire_;
  ServoSet servos_;
};

// Listens to the pilot; only with FLY_BY_WIRE_RUNS.
class RadioControlTask final : public PeriodicTask {
 public:
  explicit RadioControlTask(Vehicle& vehicle) : PeriodicTask(vehicle, fly_by_wire_runs) {}

 protected:
  void handle() override;

 private:
  RadioControl radio_control_;
};

}  // namespace papabench
