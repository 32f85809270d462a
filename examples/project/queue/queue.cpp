// SPDX-License-Identifier: Apache-2.0
#include "queue.h"

void JobQueue::push(Job job) {
  std::lock_guard<std::mutex> lock(mutex_);
  jobs_.push(std::move(job));
  changed_.notify_one();
}

std::optional<Job> JobQueue::pop() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return is_closed_ || !jobs_.empty(); });
  if (jobs_.empty()) return std::nullopt;
  Job job = std::move(jobs_.front());
  jobs_.pop();
  return job;
}

void JobQueue::close() {
  std::lock_guard<std::mutex> lock(mutex_);
  is_closed_ = true;
#ifdef WAKE_ALL_ON_CLOSE
  changed_.notify_all();
#else
  changed_.notify_one();  // only one of those that wait learns of it
#endif
}
