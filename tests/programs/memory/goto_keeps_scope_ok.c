// A jump back within a block ends no variable of it.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

int main(void) {
  int *kept = 0;
  int rounds = 0;
again:
  if (kept) assert(*kept == rounds);
  int local = ++rounds;
  kept = &local;
  if (rounds < 3) goto again;
  switch (rounds) {
    int skipped;
    case 3: skipped = 4; kept = &skipped;
  }
  assert(rounds == 3);
}
