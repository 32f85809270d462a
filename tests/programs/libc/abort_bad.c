// abort is an error of its own.
// verdict: error abort
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) {
  abort();  // violation
}
