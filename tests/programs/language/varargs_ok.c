// Variable arguments of several types, more than fit in registers, and va_copy.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdarg.h>

static double sum(int count, ...) {
  va_list args, again;
  double total = 0;
  va_start(args, count);
  va_copy(again, args);
  for (int i = 0; i < count; i++) total += va_arg(args, int) + va_arg(args, double);
  va_end(args);
  total += va_arg(again, int);
  va_end(again);
  return total;
}

int main(void) {
  assert(sum(1, 1, 0.5) == 2.5);
  assert(sum(10, 1, .5, 2, .5, 3, .5, 4, .5, 5, .5, 6, .5, 7, .5, 8, .5, 9, .5, 10, .5) == 61.0);
}
