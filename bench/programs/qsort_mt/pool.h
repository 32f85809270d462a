// The sorting threads and the allocation of parts of the array to those that are idle.
//
// A worker's status and part are guarded by its own mutex, the number of idle workers by the pool's. Whoever
// needs both takes the pool's first.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

#include "parameters.h"

namespace qsort_mt {

// A range of the array's indices.
struct Part {
  int first = 0;
  int count = 0;
};

class Pool;

class Worker {
 public:
  Worker(Pool& pool, int* elements) : pool_(pool), elements_(elements) {}

  void start() { thread_ = std::thread(&Worker::run, this); }
  void join() { thread_.join(); }

  // Hands over a part unless the worker has one already.
  bool assign_if_idle(Part part);
  void set_idle();
  void terminate();

 private:
  enum class Status { idle, work, term };

  void run();
  Status await_order(Part& part);
  void sort(Part part);
  int partition(Part part);
  void insertion_sort(Part part);

  Pool& pool_;
  int* const elements_;
  std::mutex mutex_;
  std::condition_variable ordered_;
  Status status_ = Status::idle;
  Part part_;
  std::thread thread_;
};

class Pool {
 public:
  explicit Pool(int* elements);

  // Gives the part to an idle worker; false when there is none.
  bool allocate(Part part);

  // A worker is through with its part. When all are idle it sends the others home and is told to go, too.
  bool finished(Worker& worker);

#ifdef BROKEN_LATE_COUNT
  void started();
#endif

  void join();

 private:
  std::mutex mutex_;
  int idle_workers_ = kWorkers;
  std::list<Worker> workers_;
};

}  // namespace qsort_mt
