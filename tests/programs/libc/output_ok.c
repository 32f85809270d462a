// Output is captured in the order in which it was written.
// verdict: verified
// output: one 1
// output: two
// output: three
// output: !x
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

int main(void) {
  printf("one %d\n", 1);
  puts("two");
  fputs("three\n", stdout);
  putchar('!');
  fprintf(stdout, "%c\n", 'x');
  fflush(stdout);
}
