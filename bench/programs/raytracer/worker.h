// One worker: a scene of its own, a renderer, and its share of the common checksum.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>

#include "barrier.h"
#include "renderer.h"
#include "scene.h"

namespace raytracer {

// What the workers have in common. Counts are written by main, before and between the starts.
struct Shared {
  Barrier barrier{worker_count};
  std::mutex checksum_mutex;
  long checksum = 0;
  int workers = 0;
};

class Worker {
 public:
  Worker(int id, Shared& shared);

  // Renders every worker_count-th line and adds the sum of its colours to the common checksum.
  void run();

  int primitive_count() const { return scene_->primitive_count(); }

 private:
  void add_to_checksum(long amount);

  const int id_;
  Shared& shared_;
  std::unique_ptr<Scene> scene_;
  Renderer renderer_;
};

}  // namespace raytracer
