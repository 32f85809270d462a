// Both phases are passed in the same way.
//
// `complete` is set by whoever arrives last and reset by whoever arrives first in the next round; that
// cannot happen before all have seen it, because the other phase lies in between.
// SPDX-License-Identifier: Apache-2.0
#include "barrier.h"

namespace rep_workers {

void Barrier::await() {
  std::unique_lock lock(mutex_);
  pass(block_, lock);
#ifndef BROKEN_ONE_PHASE
  pass(release_, lock);
#endif
}

void Barrier::pass(Phase& phase, std::unique_lock<std::mutex>& held) {
  ++phase.arrived;
  phase.complete = false;
  while (phase.arrived < participants_ && !phase.complete) changed_.wait(held);
  phase.complete = true;
  phase.arrived = 0;
  changed_.notify_all();
}

}  // namespace rep_workers
