// A set of equal threads that work on a pool of sub-problems until it is used up.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <thread>
#include <vector>

#include "application.h"
#include "barrier.h"
#include "coordinator.h"
#include "semaphore.h"

namespace rep_workers {

class ReplicatedWorkers {
 public:
  // Starts the workers, which wait for the first execution.
  ReplicatedWorkers(Application& application, const Configuration& configuration);

  // Puts the first sub-problems into the pool.
  void put_work(WorkList work);

  // Lets the workers run until there is no work left, and waits for that.
  void execute();

  // Ends the workers; to be called once, with no execution going on.
  void stop();

 private:
  void run_worker();
  void work_until_done();
  void deliver(const ResultList& results);

  Application& application_;
  const Configuration configuration_;
  std::mutex mutex_;  // one user at a time
  Coordinator coordinator_;
  Barrier barrier_;  // of the workers and the user's thread: begin and end of an execution
  Semaphore result_permit_{1};
  bool stop_ = false;                 // written while all workers are at the barrier
  std::vector<std::thread> workers_;  // last: they use the other members
};

}  // namespace rep_workers
