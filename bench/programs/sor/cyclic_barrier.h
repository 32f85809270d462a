// A barrier that can be used again and again: a mutex, a condition and the number of the round.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

namespace sor {

class CyclicBarrier {
 public:
  explicit CyclicBarrier(int parties) : parties_(parties), missing_(parties) {}

  // Waits until all parties have called it in this round.
  void await() {
    std::unique_lock lock(mutex_);
    [[maybe_unused]] const int round = round_;
    if (--missing_ == 0) {
      next_round();
      return;
    }
#ifdef BROKEN_BARRIER
    while (missing_ != parties_) tripped_.wait(lock);
#else
    while (round == round_) tripped_.wait(lock);
#endif
  }

 private:
  void next_round() {
    ++round_;
    missing_ = parties_;
    tripped_.notify_all();
  }

  const int parties_;
  std::mutex mutex_;
  std::condition_variable tripped_;
  int missing_;
  int round_ = 0;
};

}  // namespace sor
