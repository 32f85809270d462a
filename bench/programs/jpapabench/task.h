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

  // The body of the task's thread. Waiting for the next period is left out: any number of runs of
  // other tasks may lie between two of this one.
  void run();
  int runs() const { return runs_; }

 protected:
  // One run of the handler; the caller holds the vehicle's lock.
  virtual void handle() = 0;
  // What keeps others out while the handler runs; empty for a task that does not ask for it.
  virtual std::unique_lock<std::mutex> lock_vehicle();
  Vehicle& vehicle() const { return vehicle_; }

 private:
  Vehicle& vehicle_;
  const int runs_;
};

}  // namespace papabench
