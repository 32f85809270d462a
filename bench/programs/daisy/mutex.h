// A lock made by hand from a flag, a monitor and its condition. The owner is not recorded.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

namespace daisy {

class Mutex {
 public:
  void acquire();
  void release();

 private:
  std::mutex monitor_;
  std::condition_variable released_;
  bool locked_ = false;
};

class MutexGuard {
 public:
  explicit MutexGuard(Mutex& mutex) : mutex_(mutex) { mutex_.acquire(); }
  ~MutexGuard() { mutex_.release(); }
  MutexGuard(const MutexGuard&) = delete;
  MutexGuard& operator=(const MutexGuard&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace daisy
