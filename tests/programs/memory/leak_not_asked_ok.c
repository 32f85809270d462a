// Leaks are reported on request only.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) {
  int *block = malloc(sizeof *block);
  *block = 1;
  return *block != 1;
}
