// A flexible array member is one element short.
// verdict: error out-of-bounds
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

struct vector {
  int count;
  int cells[];
};

int main(void) {
  struct vector *v = malloc(sizeof *v + 2 * sizeof v->cells[0]);
  v->count = 3;
  for (int i = 0; i < v->count; i++)
    v->cells[i] = i * i;  // violation
  free(v);
}
