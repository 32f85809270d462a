// rand is repeatable: the same seed gives the same numbers, in the documented range.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdlib.h>

int main(void) {
  srand(7);
  int first = rand(), second = rand();
  assert(first >= 0 && first <= RAND_MAX && first != second);
  srand(7);
  assert(rand() == first && rand() == second);
}
