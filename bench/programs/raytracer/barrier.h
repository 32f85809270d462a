// A reusable barrier for a fixed number of threads.
//
// The original spins on volatile flags of a tournament tree. A monitor orders the threads in
// the same way without busy waiting.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

namespace raytracer {

class Barrier {
 public:
  explicit Barrier(int participants) : participants_(participants) {}

  // Returns when all participants have called it.
  void arrive_and_wait();

 private:
  std::mutex mutex_;
  std::condition_variable is_complete_;
  const int participants_;
  int arrived_ = 0;
  unsigned round_ = 0;
};

}  // namespace raytracer
