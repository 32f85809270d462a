// The trace tells what goes to standard error.
// verdict: error assertion
// message: "second", to standard error
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdio.h>

int main(void) {
  const int printed = printf("first");
  fputs("second", stderr);
  assert(printed == 6);  // violation
}
