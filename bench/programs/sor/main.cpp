// SOR: successive over-relaxation on a red/black grid, the rows divided among threads.
//
// Each iteration computes the black cells from the red ones and then the red from the black; a barrier
// separates the phases. Rows at the edge of a share are written by one thread and read by its
// neighbour in the next phase. main repeats the computation alone and compares.
//
// Seeded errors:
//   BROKEN_ONE_BARRIER  no barrier between the red phase and the next black one: data race, and
//                       a wrong result
//   BROKEN_SHARES       the last row of a share is also the first of the next: data race
//   BROKEN_BARRIER      the barrier waits for its counter to be reset instead of for the next round; a
//                       fast thread has changed it again before a slow one looks: deadlock
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <thread>
#include <vector>

#include "worker.h"

namespace sor {
namespace {

Grid grid;
CyclicBarrier barrier(kThreads);

void relax_in_parallel() {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(Worker(grid, barrier, i));
  for (std::thread& thread : threads) thread.join();
}

Grid relax_alone() {
  Grid result;
  for (int i = 0; i < kIterations; ++i) {
    for (const Colour colour : {Colour::black, Colour::red}) {
      for (int row = 1; row <= kRows; ++row) result.relax_row(colour, row);
    }
  }
  return result;
}

}  // namespace
}  // namespace sor

int main() {
  using namespace sor;
  relax_in_parallel();
  const Grid expected = relax_alone();
  assert(grid == expected);
  assert(grid.sum() == expected.sum());
}
