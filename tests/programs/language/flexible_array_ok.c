// A flexible array member in a heap block.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdlib.h>

struct vector {
  int count;
  int cells[];
};

int main(void) {
  struct vector *v = malloc(sizeof *v + 3 * sizeof v->cells[0]);
  v->count = 3;
  for (int i = 0; i < v->count; i++) v->cells[i] = i * i;
  assert(v->cells[2] == 4);
  free(v);
}
