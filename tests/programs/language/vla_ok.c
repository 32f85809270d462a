// Variable length arrays, one- and two-dimensional; each round of a loop has its own.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

static int trace(int n, int cells[n][n]) {
  int total = 0;
  for (int i = 0; i < n; i++) total += cells[i][i];
  return total;
}

int main(void) {
  for (int n = 1; n < 4; n++) {
    int cells[n][n];
    assert(sizeof cells == sizeof(int) * n * n);
    for (int i = 0; i < n * n; i++) cells[i / n][i % n] = i;
    assert(trace(n, cells) == (n * n - 1) * n / 2);
  }
}
