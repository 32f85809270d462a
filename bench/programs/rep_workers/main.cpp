// Rep Workers: replicated workers that share a pool of sub-problems, used for adaptive quadrature.
//
// A worker takes items from the pool, solves them or divides them into new ones, adds up results and puts
// new items back. The execution ends when all workers ask for work and there is none. By default 7 items
// are processed and 4 results added.
//
// Seeded errors:
//   BROKEN_TAKERS_UNLOCKED   the number of blocked takers is incremented before the coordinator's mutex is
//                            taken, the error that the papers inject: data race; with races ignored an
//                            increment is lost and the end never noticed: deadlock
//   BROKEN_DONE_UNLOCKED     the end of the execution is marked without the mutex, as in the original: data
//                            race
//   BROKEN_RESULTS_UNLOCKED  the workers are configured to add results concurrently, which the
//                            application does not allow for: data race
//   BROKEN_SILENT_TAKERS     nobody is told that all workers are out of work: deadlock
//   BROKEN_ONE_PHASE         the barrier can be overtaken by a thread that comes back early: deadlock
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

#include "parameters.h"
#include "quadrature.h"
#include "replicated_workers.h"

namespace rep_workers {
namespace {

#ifdef BROKEN_RESULTS_UNLOCKED
constexpr auto kResults = Configuration::Results::concurrent;
#else
constexpr auto kResults = Configuration::Results::exclusive;
#endif

}  // namespace
}  // namespace rep_workers

int main() {
  using namespace rep_workers;
  constexpr Configuration configuration{.workers = kWorkers,
                                        .items_per_take = kItemsPerTake,
                                        .results = kResults,
                                        .values = Configuration::Values::some};
  Quadrature quadrature;
  ReplicatedWorkers workers(quadrature, configuration);
  workers.put_work({{0, kIntervalEnd, kEpsilon}});
  quadrature.reset();
  workers.execute();
  if (kIntervalEnd == 10 && kEpsilon == 0.05) {
    assert(282.0 <= quadrature.total() && quadrature.total() <= 282.1);
  }
  workers.stop();
}
