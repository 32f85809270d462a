// Sorting a part: quicksort that offers the left side to another worker and goes on with the right one.
//
// Elements need no lock: parts of different workers do not overlap, and a part is handed over through a
// mutex.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "pool.h"

namespace qsort_mt {

void Worker::sort(Part part) {
  for (;;) {
    if (part.count < kInsertionSortBelow) {
      insertion_sort(part);
      return;
    }
    const int smaller = partition(part);
    const int larger = part.count - smaller - 1;
#ifdef BROKEN_INDEX
    const Part left{0, smaller};
    const Part right{smaller + 1, larger};
#else
    const Part left{part.first, smaller};
    const Part right{part.first + smaller + 1, larger};
#endif
    const bool worth_a_fork = smaller > kForkElements && larger > kForkElements;
    if (!(worth_a_fork && pool_.allocate(left)) && smaller > 0) sort(left);
    if (larger == 0) return;
    part = right;
  }
}

// Moves smaller elements before the pivot and all others behind it; returns how many are smaller.
int Worker::partition(Part part) {
  int* const first = elements_ + part.first;
  std::swap(first[0], first[part.count / 2]);
  const int pivot = first[0];
  int smaller = 0;
  for (int i = 1; i < part.count; ++i) {
    if (first[i] < pivot) std::swap(first[i], first[++smaller]);
  }
  std::swap(first[0], first[smaller]);
  return smaller;
}

void Worker::insertion_sort(Part part) {
  int* const first = elements_ + part.first;
  for (int i = 1; i < part.count; ++i) {
    for (int j = i; j > 0 && first[j - 1] > first[j]; --j) std::swap(first[j - 1], first[j]);
  }
}

}  // namespace qsort_mt
