// The whole aircraft with its simulated world: makes the parts and the tasks, and starts them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "task.h"
#include "vehicle.h"

namespace papabench {

class Aircraft {
 public:
  Aircraft();

  // Starts every task in a thread of its own, in the order of the original, and waits for all.
  void fly();
  // Fails an assertion if the data is not what any order of the tasks must leave behind.
  void check_after_flight() const;

 private:
  Vehicle vehicle_;
  std::vector<std::unique_ptr<PeriodicTask>> tasks_;
};

}  // namespace papabench
