// A counting semaphore.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

namespace rep_workers {

class Semaphore {
 public:
  explicit Semaphore(int permits) : permits_(permits) {}

  void await() {
    std::unique_lock lock(mutex_);
    while (permits_ == 0) available_.wait(lock);
    --permits_;
  }

  void signal() {
    std::lock_guard lock(mutex_);
    ++permits_;
    available_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable available_;
  int permits_;
};

}  // namespace rep_workers
