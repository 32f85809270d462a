// A pointer copied byte by byte still points to its object.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <string.h>

static int target = 4;

int main(void) {
  int *original = &target, *copy;
  unsigned char bytes[sizeof original];
  memcpy(bytes, &original, sizeof bytes);
  for (unsigned i = 0; i < sizeof bytes; i++) ((unsigned char *)&copy)[i] = bytes[i];
  assert(*copy == 4);
}
