// A periodic task: a handler that runs a number of times, in a thread of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vehicle.h"

namespace papabench {

class PeriodicTask {
 public:
  PeriodicTask(Vehicle& vehicle, int runs) : vehicle_(vehicle), runs_(runs) {}
  virtual ~PeriodicTask() = default;
  PeriodicTask(const PeriodicTask&) = delete;
  PeriodicTask& operator=(const PeriodicTask&) = delete;

  // The body of the task's thread: runs the handler, each time under the vehicle's lock. Waiting for
  // the next period is left out: any number of runs of other tasks may lie between two of this one.
  virtual void run();
  // One run of the handler, for callers that keep other threads out themselves.
  void step() { handle(); }

 protected:
  virtual void handle() = 0;
  // The same for tasks that lock for themselves, or not at all.
  void run_unlocked();
  Vehicle& vehicle() const { return vehicle_; }

 private:
  Vehicle& vehicle_;
  const int runs_;
};

}  // namespace papabench
