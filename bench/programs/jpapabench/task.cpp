// Periodic tasks: see task.h.
// SPDX-License-Identifier: Apache-2.0
#include "task.h"

namespace papabench {

void PeriodicTask::run() {
  for (int i = 0; i < runs_; ++i) {
    const std::unique_lock<std::mutex> lock = lock_vehicle();
    handle();
  }
}

std::unique_lock<std::mutex> PeriodicTask::lock_vehicle() {
#ifdef BROKEN_NO_LOCK
  return {};
#else
  return std::unique_lock(vehicle_.mutex);
#endif
}

}  // namespace papabench
