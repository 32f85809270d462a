// A computed goto may lead to a label where values from several ways meet.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

static int run(const unsigned char *code) {
  static const void *const labels[] = {&&add, &&twice, &&stop};
  int value = 1;
  int steps = 0;
  goto *labels[*code++];
add:
  value += 3;
  ++steps;
  goto *labels[*code++];
twice:
  value *= 2;
  ++steps;
  goto *labels[*code++];
stop:
  return value * 10 + steps;
}

int main(void) {
  static const unsigned char code[] = {0, 1, 1, 0, 2};
  assert(run(code) == 194);
}
