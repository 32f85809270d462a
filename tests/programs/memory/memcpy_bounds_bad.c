// A copy that is longer than its target.
// verdict: error out-of-bounds
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

static char source[16], target[8];

int main(void) {
  size_t length = 9;
  memcpy(target, source, length);  // violation
}
