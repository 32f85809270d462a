// One thread of pure local computation, arithmetic over a local array in nested loops: the bare
// interpreter, next to no transitions.
//
// SIZE (passes over the array) scales the number of executed instructions, so that two sizes give
// the cost of one.
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#ifndef SIZE
#define SIZE 400
#endif
#define LENGTH 64

int main(void) {
  unsigned numbers[LENGTH];
  for (unsigned i = 0; i < LENGTH; ++i) numbers[i] = i;
  unsigned sum = 0;
  for (unsigned pass = 0; pass < SIZE; ++pass) {
    for (unsigned i = 0; i < LENGTH; ++i) {
      numbers[i] = numbers[i] * 1103515245u + 12345u;
      sum += numbers[i] >> 16 ^ pass;
    }
  }
  assert(sum != 1);
  return 0;
}
