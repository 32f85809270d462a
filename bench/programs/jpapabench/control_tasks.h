// The tasks of the autopilot: altitude, climb, navigation, stabilisation.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "config.h"
#include "flight_plan.h"
#include "fly_by_wire.h"
#include "pid.h"
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

// Inner loop: from the wanted attitude to the servos.
class StabilizationTask final : public PeriodicTask {
 public:
  explicit StabilizationTask(Vehicle& vehicle)
      : PeriodicTask(vehicle, runs_for_period(stabilization_period)) {}
#ifdef BROKEN_STABILIZATION_LOCK
  void run() override { run_unlocked(); }
#endif

 protected:
  void handle() override;

 private:
  void update_surfaces();
  ControlMessage make_message() const;
};

// Drives the servos and with them the simulated airframe; only with FLY_BY_WIRE_RUNS.
class FlyByWireTask final : public PeriodicTask {
 public:
  explicit FlyByWireTask(Vehicle& vehicle)
      : PeriodicTask(vehicle, fly_by_wire_runs), fly_by_wire_(vehicle.bus) {}
  // The bus has a lock of its own; the vehicle's is taken only to move the airframe's controls.
  void run() override { run_unlocked(); }

 protected:
  void handle() override;

 private:
  FlyByWire fly_by_wire_;
};

}  // namespace papabench
