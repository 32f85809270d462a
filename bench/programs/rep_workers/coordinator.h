// The pool of work and the detection of the end: all workers ask for work and there is none.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

#include "application.h"

namespace rep_workers {

class Coordinator {
 public:
  explicit Coordinator(const Configuration& configuration) : configuration_(configuration) {}

  // Appends work to the pool; the list is empty afterwards.
  void add(WorkList& work);

  // Removes work from the pool, waiting until there is enough; nothing when the execution is done.
  WorkList take();

  // By the thread that runs an execution: begin it, wait until all workers are out of work, end it.
  void begin();
  void await_termination();
  void end();

 private:
  bool has_to_wait() const;
  WorkList remove_items();
  void notify_if_all_blocked();

  const Configuration configuration_;
  std::mutex mutex_;
  std::condition_variable changed_;
  WorkList pool_;
  int blocked_takers_ = 0;
  bool done_ = true;
};

}  // namespace rep_workers
