// Periodic tasks: see task.h.
// SPDX-License-Identifier: Apache-2.0
#include "task.h"

namespace papabench {

#ifdef BROKEN_NO_LOCK
void PeriodicTask::run() { run_unlocked(); }
#else
void PeriodicTask::run() {
  std::mutex& mutex = vehicle_.mutex();
  const int runs = runs_;
  for (int i = 0; i < runs; ++i) {
    const std::lock_guard lock(mutex);
    handle();
  }
}
#endif

void PeriodicTask::run_unlocked() {
  const int runs = runs_;
  for (int i = 0; i < runs; ++i) handle();
}

}  // namespace papabench
