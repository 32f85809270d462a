// _Exit ends the program without running atexit handlers.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdlib.h>

static void never(void) { assert(0); }

int main(void) {
  atexit(never);
  _Exit(0);
}
