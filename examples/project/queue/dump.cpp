// A member of the library that no test needs: heddle leaves it out as a linker does, so it does not matter that
// process identifiers are not modelled.
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdio>

#include "queue.h"

static const pid_t process = getpid();

void JobQueue::dump() const {
  std::lock_guard<std::mutex> lock(mutex_);
  std::printf("process %d: %zu jobs wait\n", int(process), jobs_.size());
}
