// Backward and forward goto, out of nested loops.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

int main(void) {
  int count = 0, i, j;
again:
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      if (i * j == 2) goto found;
found:
  assert(i * j == 2);
  if (++count < 3) goto again;
  assert(count == 3);
}
