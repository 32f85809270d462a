// The barrier: see barrier.h.
// SPDX-License-Identifier: Apache-2.0
#include "barrier.h"

namespace raytracer {

#ifdef BROKEN_BARRIER
// Without a round number the last one to leave resets the counter. One that comes back before that
// finds the barrier full, passes, and the slow one resets the count of a round it is not part of.
void Barrier::arrive_and_wait() {
  std::unique_lock lock(mutex_);
  if (++arrived_ >= participants_) is_complete_.notify_all();
  is_complete_.wait(lock, [this] { return arrived_ >= participants_; });
  if (++round_ % participants_ == 0) arrived_ = 0;
}
#else
void Barrier::arrive_and_wait() {
  std::unique_lock lock(mutex_);
  const unsigned round = round_;
  if (++arrived_ == participants_) {
    arrived_ = 0;
    ++round_;
    is_complete_.notify_all();
    return;
  }
  is_complete_.wait(lock, [this, round] { return round_ != round; });
}
#endif

}  // namespace raytracer
