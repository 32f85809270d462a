// Raytracer: two workers render the interleaved lines of one image and sum up its colours.
//
// After the thread version of the Java Grande ray tracer. Worker 1 has a thread of its own, worker 0
// runs in main. main builds both, so the objects of worker 1 are reachable for two threads although
// only one of them works with them: what a reduction makes of that is what this program measures.
//
// Errors, one macro each, all off by default:
//   BROKEN_OWN_LOCK       each worker locks its own scene instead of the common lock while it adds
//                         to the checksum, as the original does: lost update
//   BROKEN_EARLY_COMPARE  the last barrier is missing and main compares before it joins
//   BROKEN_BARRIER        the barrier resets its counter when it is left, not when it is full:
//                         a fast worker runs through the second round in the first one's count
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <memory>
#include <thread>

#include "config.h"
#include "worker.h"

namespace raytracer {
namespace {

// The same image, rendered by one thread.
long reference_checksum() {
  const std::unique_ptr<Scene> scene = make_benchmark_scene();
  return Renderer(*scene).render({0, 1});
}

void run_benchmark() {
  const long expected = reference_checksum();
  Shared shared;
  shared.workers = worker_count;
  auto second = std::make_unique<Worker>(1, shared);
  std::thread thread(&Worker::run, second.get());
  auto first = std::make_unique<Worker>(0, shared);
  assert(first->primitive_count() == sphere_count + 1);  // the floor
  first->run();
#ifdef BROKEN_EARLY_COMPARE
  assert(shared.checksum == expected);
#endif
  thread.join();
  assert(shared.checksum == expected);
}

}  // namespace
}  // namespace raytracer

int main() {
  raytracer::run_benchmark();
  return 0;
}
