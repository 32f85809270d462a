// One thread that does nothing but call functions: a naive recursive Fibonacci, so frames are
// pushed and popped all the time.
//
// SIZE (how often the number is computed) scales the number of calls, so that two sizes give the
// cost of one.
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#ifndef SIZE
#define SIZE 20
#endif

static unsigned fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void) {
  for (unsigned round = 0; round < SIZE; ++round) assert(fibonacci(14) == 377);
  return 0;
}
