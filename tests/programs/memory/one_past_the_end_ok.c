// A pointer one past the end may be formed and compared.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

static int sum(const int *begin, const int *end) {
  int total = 0;
  while (begin != end) total += *begin++;
  return total;
}

int main(void) {
  int cells[4] = {1, 2, 3, 4};
  assert(sum(cells, cells + 4) == 10);
  assert(cells + 4 - cells == 4 && cells + 4 > cells + 3);
}
