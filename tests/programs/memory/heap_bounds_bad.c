// One element too many in a heap array.
// verdict: error out-of-bounds
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) {
  int *array = malloc(4 * sizeof *array);
  for (int i = 0; i <= 4; i++)
    array[i] = i;  // violation
  free(array);
}
