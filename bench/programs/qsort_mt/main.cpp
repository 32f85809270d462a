// QSortMT: quicksort by a pool of threads that hand parts of the array to one another.
//
// With the default input the first worker hands over a part exactly once. main checks the result.
//
// Seeded errors:
//   BROKEN_STATUS_UNLOCKED  a worker's status and part are written under the pool's mutex instead of its
//                           own, as in the original: data race
//   BROKEN_LOST_WAKEUP      a worker releases its mutex between looking at its status and waiting: an order
//                           in between is lost: deadlock
//   BROKEN_LATE_COUNT       a worker counts itself as busy only once it has woken up: the other one is
//                           through before that and sends it home with its part unsorted: assertion
//   BROKEN_INDEX            positions inside a part are taken for positions in the array, as in the paper's
//                           Java port: the parts of two workers overlap: data race, and not sorted
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cassert>

#include "pool.h"

namespace qsort_mt {
namespace {

using Elements = std::array<int, kElements>;

constexpr std::array kInput{-15, 7, -19, 8, 0,  -5,  11, -19, -18, 6,
                            -11, 4, 13,  4, 12, -12, 13, -16, -9,  -17};

// The paper's input, and an arbitrary but fixed sequence where more elements are asked for.
Elements input() {
  Elements elements{};
  for (int i = 0; i < kElements; ++i) {
    elements[i] = i < static_cast<int>(kInput.size()) ? kInput[i] : (i * 37 + 11) % 41 - 20;
  }
  return elements;
}

Elements elements = input();

}  // namespace
}  // namespace qsort_mt

int main() {
  using namespace qsort_mt;
  Elements expected = elements;
  std::sort(expected.begin(), expected.end());
  Pool pool(elements.data());
  pool.allocate({0, kElements});
  pool.join();
  assert(elements == expected);
}
