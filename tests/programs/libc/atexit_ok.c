// atexit handlers run in reverse order, also after exit.
// verdict: verified
// output: main
// output: second
// output: first
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>

static void first(void) { puts("first"); }
static void second(void) { puts("second"); }

int main(void) {
  atexit(first);
  atexit(second);
  puts("main");
  exit(0);
}
