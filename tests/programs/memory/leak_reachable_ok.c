// A block that a global variable still points to at the end is not lost.
// verdict: verified
// options: --errors +leak
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

static int *kept;

int main(void) {
  kept = malloc(sizeof *kept);
  *kept = 1;
}
