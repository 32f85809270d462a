// qsort with a comparison function, then bsearch.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  int cells[9] = {5, -1, 9, 0, 3, 3, 8, -7, 2};
  qsort(cells, 9, sizeof cells[0], compare);
  for (int i = 1; i < 9; i++) assert(cells[i - 1] <= cells[i]);
  int key = 8, missing = 4;
  int *found = bsearch(&key, cells, 9, sizeof cells[0], compare);
  assert(found == &cells[7] && !bsearch(&missing, cells, 9, sizeof cells[0], compare));
}
