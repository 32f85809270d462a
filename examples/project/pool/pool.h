// The unit under test: threads that work off a queue.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <thread>
#include <vector>

#include "queue.h"

class Pool {
 public:
  explicit Pool(int worker_count);
  ~Pool();  // finishes all jobs
  void submit(Job job);

 private:
  void work();

  JobQueue queue_;
  std::vector<std::thread> workers_;
};
