// A freed address is dealt again at once: an old pointer may equal a new one.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *first = malloc(sizeof *first);
  uintptr_t old = (uintptr_t)first;
  free(first);
  int *second = malloc(sizeof *second);
  assert((uintptr_t)second != old);  // violation
  free(second);
}
