// The user's side and the workers' side of an execution.
//
// Both pass the barrier at its begin and at its end. Between two executions every worker waits at the barrier,
// so what the user's thread does then needs no further synchronisation.
// SPDX-License-Identifier: Apache-2.0
#include "replicated_workers.h"

#include <utility>

namespace rep_workers {

ReplicatedWorkers::ReplicatedWorkers(Application& application, const Configuration& configuration)
    : application_(application),
      configuration_(configuration),
      coordinator_(configuration),
      barrier_(configuration.workers + 1) {
  workers_.reserve(configuration.workers);
  for (int i = 0; i < configuration.workers; ++i) {
    workers_.emplace_back(&ReplicatedWorkers::run_worker, this);
  }
}

void ReplicatedWorkers::put_work(WorkList work) {
  std::lock_guard lock(mutex_);
  coordinator_.add(work);
}

void ReplicatedWorkers::execute() {
  std::lock_guard lock(mutex_);
  coordinator_.begin();
  barrier_.await();
  coordinator_.await_termination();
  coordinator_.end();
  barrier_.await();
}

void ReplicatedWorkers::stop() {
  std::lock_guard lock(mutex_);
  stop_ = true;
  barrier_.await();
  for (std::thread& worker : workers_) worker.join();
}

void ReplicatedWorkers::run_worker() {
  for (;;) {
    barrier_.await();
    if (stop_) return;
    work_until_done();
    barrier_.await();
  }
}

void ReplicatedWorkers::work_until_done() {
  for (;;) {
    const WorkList work = coordinator_.take();
    if (work.empty()) return;
    WorkList new_work;
    ResultList results;
    for (const WorkItem& item : work) application_.do_work(item, new_work, results);
    if (!results.empty()) deliver(results);
    coordinator_.add(new_work);
  }
}

void ReplicatedWorkers::deliver(const ResultList& results) {
  const bool exclusive = configuration_.results == Configuration::Results::exclusive;
  if (exclusive) result_permit_.await();
  application_.do_results(results);
  if (exclusive) result_permit_.signal();
}

}  // namespace rep_workers
