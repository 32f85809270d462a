// Checkpointer: writes checkpoints of a search while it goes on.
//
// A thread of its own asks the workers to rest now and then, for as long as it takes to note their paths: the states
// are in the log already. All that waits for a disk happens while they work.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "search/checkpoint.h"

namespace heddle {

class Checkpointer {
 public:
  Checkpointer(const CheckpointPlan& plan, WorkPool& pool);
  ~Checkpointer();
  Checkpointer(const Checkpointer&) = delete;
  Checkpointer& operator=(const Checkpointer&) = delete;

  StateLog& log() { return log_; }
  // `gather` tells the work that is left and what was found, while all workers rest.
  void begin(std::function<Checkpoint()> gather);
  // No more by itself. Throws what went wrong.
  void end();
  // Whose log ends where it does now.
  void write(Checkpoint checkpoint);

 private:
  void keep_writing();
  void complete(Checkpoint& checkpoint);
  void save(const Checkpoint& checkpoint);
  void remove_other_logs() const;

  const CheckpointPlan& plan_;
  WorkPool& pool_;
  std::string log_name_;
  StateLog log_;
  std::function<Checkpoint()> gather_;
  bool others_removed_ = false;
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace heddle
