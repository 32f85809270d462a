// A barrier in two phases, block and release, so that it can be used again at once.
//
// With one phase only, a thread that comes back early could be counted with those that have not left yet.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

namespace rep_workers {

class Barrier {
 public:
  explicit Barrier(int participants) : participants_(participants) {}

  // Waits until all participants have called it.
  void await();

 private:
  struct Phase {
    int arrived = 0;
    bool complete = false;
  };

  void pass(Phase& phase, std::unique_lock<std::mutex>& held);

  const int participants_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Phase block_;
  Phase release_;
};

}  // namespace rep_workers
