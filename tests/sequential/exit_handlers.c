// The end of a program: atexit in reverse order, exit from deep inside, output that is not yet flushed.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>

static int handlers;

static void first(void) { printf("first of %d handlers runs last", handlers); }

static void late(void) { puts("registered by a handler"); }

static void second(void) {
  puts("second");
  atexit(late);
}

static void third(void) { fputs("third\n", stdout); }

static void deep(int n) {
  if (n == 0) {
    printf("leaving from level %d, ", n);
    exit(42);
  }
  deep(n - 1);
}

int main(void) {
  void (*all[])(void) = {first, second, third, third};
  for (int i = 0; i < 4; i++) handlers += atexit(all[i]) == 0;
  printf("no line end yet: ");
  deep(10);
  puts("never printed");
}
