// Recursion: Ackermann's function, and two functions that call each other.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
static int is_odd(unsigned n) { return n != 0 && is_even(n - 1); }

int main(void) {
  assert(ackermann(2, 3) == 9);
  assert(is_even(100) && !is_odd(100));
}
