// One thread of the relaxation with its share of the rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cyclic_barrier.h"
#include "grid.h"

namespace sor {

class Worker {
 public:
  Worker(Grid& grid, CyclicBarrier& barrier, int number)
      : grid_(grid),
        barrier_(barrier),
        first_row_(first_row(number)),
        last_row_(last_row(number)) {}

  void operator()() {
    for (int i = 0; i < kIterations; ++i) {
      relax(Colour::black);
      barrier_.await();
      relax(Colour::red);
#ifndef BROKEN_ONE_BARRIER
      barrier_.await();
#endif
    }
  }

 private:
  static int first_row(int number) { return kRows * number / kThreads + 1; }

  static int last_row(int number) {
#ifdef BROKEN_SHARES
    return number + 1 < kThreads ? first_row(number + 1) : kRows;
#else
    return kRows * (number + 1) / kThreads;
#endif
  }

  void relax(Colour colour) {
    for (int row = first_row_; row <= last_row_; ++row) grid_.relax_row(colour, row);
  }

  Grid& grid_;
  CyclicBarrier& barrier_;
  const int first_row_;
  const int last_row_;
};

}  // namespace sor
