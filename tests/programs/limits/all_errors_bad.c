// `all` includes the kinds that are off by default.
// verdict: error exit-code
// options: --errors all
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) {
  exit(2);  // violation
}
