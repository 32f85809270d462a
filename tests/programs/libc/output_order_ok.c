// Standard output and standard error are captured in the order they are printed.
// verdict: verified
// output: first
// output: second
// output: third
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

int main(void) {
  printf("fir");
  puts("st");
  fprintf(stderr, "second\n");
  puts("third");
}
