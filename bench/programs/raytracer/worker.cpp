// Workers: see worker.h.
// SPDX-License-Identifier: Apache-2.0
#include "worker.h"

#include "config.h"

namespace raytracer {

Worker::Worker(int id, Shared& shared)
    : id_(id), shared_(shared), scene_(make_benchmark_scene()), renderer_(*scene_) {}

void Worker::run() {
  shared_.barrier.arrive_and_wait();
  const long checksum = renderer_.render({id_, shared_.workers});
  add_to_checksum(checksum);
#ifndef BROKEN_EARLY_COMPARE
  shared_.barrier.arrive_and_wait();
#endif
}

void Worker::add_to_checksum(long amount) {
#ifdef BROKEN_OWN_LOCK
  // Every worker has a scene of its own, so this lock keeps nobody out.
  const std::lock_guard lock(scene_->mutex());
#else
  const std::lock_guard lock(shared_.checksum_mutex);
#endif
  // The loop is the original's: each worker adds in its turn, which orders nothing.
  for (int i = 0; i < shared_.workers; ++i) {
    if (id_ == i) shared_.checksum = shared_.checksum + amount;
  }
}

}  // namespace raytracer
