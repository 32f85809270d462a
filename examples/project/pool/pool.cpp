// SPDX-License-Identifier: Apache-2.0
#include "pool.h"

Pool::Pool(int worker_count) {
  for (int k = 0; k < worker_count; ++k) workers_.emplace_back([this] { work(); });
}

Pool::~Pool() {
  queue_.close();
  for (std::thread& worker : workers_) worker.join();
}

void Pool::submit(Job job) { queue_.push(std::move(job)); }

void Pool::work() {
  while (std::optional<Job> job = queue_.pop()) (*job)();
}
