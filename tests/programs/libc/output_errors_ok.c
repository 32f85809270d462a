// Writing to the standard error stream does not mix with the captured standard output.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

int main(void) {
  fprintf(stderr, "warning %d\n", 1);
  fputs("again\n", stderr);
}
