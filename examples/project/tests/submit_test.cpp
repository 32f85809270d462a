// One worker runs every job exactly once before the pool is gone.
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

#include "pool.h"

int main() {
  int done = 0;
  {
    Pool pool(1);
    pool.submit([&] { ++done; });
    pool.submit([&] { ++done; });
  }
  assert(done == 2);
}
