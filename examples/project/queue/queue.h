// A queue of jobs that several threads wait on until it is closed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <queue>

using Job = std::function<void()>;

class JobQueue {
 public:
  void push(Job job);
  // Waits for a job; nothing if the queue is closed and empty.
  std::optional<Job> pop();
  void close();
  // For debugging: how many jobs wait.
  void dump() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<Job> jobs_;
  bool is_closed_ = false;
};
