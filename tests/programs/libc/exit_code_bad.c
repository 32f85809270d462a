// A non-zero exit code, looked for on request.
// verdict: error exit-code
// options: --errors +exit-code
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) {
  exit(3);  // violation
}
