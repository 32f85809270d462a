// One thread that allocates, touches and frees small heap blocks, eight alive at a time: object
// creation, reuse and undo records.
//
// SIZE (rounds of eight blocks) scales the number of allocations, so that two sizes give the cost
// of one.
//
// SPDX-License-Identifier: Apache-2.0

#include <stdlib.h>

#ifndef SIZE
#define SIZE 500
#endif
#define ALIVE 8

int main(void) {
  for (int round = 0; round < SIZE; ++round) {
    long* blocks[ALIVE];
    for (int i = 0; i < ALIVE; ++i) {
      blocks[i] = malloc(4 * sizeof *blocks[i]);
      blocks[i][0] = round;
    }
    for (int i = 0; i < ALIVE; ++i) free(blocks[i]);
  }
  return 0;
}
