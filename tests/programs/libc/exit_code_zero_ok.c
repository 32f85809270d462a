// Exit code zero satisfies the check for exit codes.
// verdict: verified
// options: --errors +exit-code
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) { exit(EXIT_SUCCESS); }
