// A copy that fits.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

static char source[16], target[8];

int main(void) {
  size_t length = 8;
  memcpy(target, source, length);
}
