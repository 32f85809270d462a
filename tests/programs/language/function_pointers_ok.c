// Calls through a table of functions and through a pointer passed as an argument.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }

static int (*const table[])(int, int) = {add, subtract, multiply};

static int fold(int (*op)(int, int), const int *cells, int count) {
  int result = cells[0];
  for (int i = 1; i < count; i++) result = op(result, cells[i]);
  return result;
}

int main(void) {
  int cells[3] = {7, 2, 3};
  assert(fold(table[0], cells, 3) == 12);
  assert(fold(table[1], cells, 3) == 2);
  assert(fold(*table[2], cells, 3) == 42);
  assert(table[0] != table[1]);
}
