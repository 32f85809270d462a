// The protocol between the pool and its workers.
//
// The allocating thread itself takes the worker off the count of idle ones. If the worker did so when it
// begins, the count could say that all are idle while a part is on its way.
// SPDX-License-Identifier: Apache-2.0
#include "pool.h"

namespace qsort_mt {

bool Worker::assign_if_idle(Part part) {
#ifdef BROKEN_STATUS_UNLOCKED
  if (status_ != Status::idle) return false;
  part_ = part;
  status_ = Status::work;
  std::lock_guard lock(mutex_);
  ordered_.notify_one();
  return true;
#else
  std::lock_guard lock(mutex_);
  if (status_ != Status::idle) return false;
  part_ = part;
  status_ = Status::work;
  ordered_.notify_one();
  return true;
#endif
}

void Worker::set_idle() {
#ifndef BROKEN_STATUS_UNLOCKED
  std::lock_guard lock(mutex_);
#endif
  status_ = Status::idle;
}

void Worker::terminate() {
  std::lock_guard lock(mutex_);
  status_ = Status::term;
  ordered_.notify_one();
}

Worker::Status Worker::await_order(Part& part) {
#ifdef BROKEN_LOST_WAKEUP
  for (bool idle = true; idle;) {
    {
      std::lock_guard lock(mutex_);
      idle = status_ == Status::idle;
    }
    std::unique_lock lock(mutex_);
    if (idle) ordered_.wait(lock);
  }
#endif
  std::unique_lock lock(mutex_);
  while (status_ == Status::idle) ordered_.wait(lock);
  part = part_;
  return status_;
}

void Worker::run() {
  Part part;
  while (await_order(part) != Status::term) {
#ifdef BROKEN_LATE_COUNT
    pool_.started();
#endif
    sort(part);
    if (pool_.finished(*this)) return;
  }
}

Pool::Pool(int* elements) {
  for (int i = 0; i < kWorkers; ++i) workers_.emplace_back(*this, elements);
  for (Worker& worker : workers_) worker.start();
}

bool Pool::allocate(Part part) {
  std::lock_guard lock(mutex_);
  for (Worker& worker : workers_) {
    if (worker.assign_if_idle(part)) {
#ifndef BROKEN_LATE_COUNT
      --idle_workers_;
#endif
      return true;
    }
  }
  return false;
}

bool Pool::finished(Worker& worker) {
  std::lock_guard lock(mutex_);
  worker.set_idle();
  if (++idle_workers_ < kWorkers) return false;
  for (Worker& other : workers_) {
    if (&other != &worker) other.terminate();
  }
  return true;
}

#ifdef BROKEN_LATE_COUNT
void Pool::started() {
  std::lock_guard lock(mutex_);
  --idle_workers_;
}
#endif

void Pool::join() {
  for (Worker& worker : workers_) worker.join();
}

}  // namespace qsort_mt
