// The last element of a heap array.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) {
  int *array = malloc(4 * sizeof *array);
  for (int i = 0; i < 4; i++)
    array[i] = i;
  free(array);
}
