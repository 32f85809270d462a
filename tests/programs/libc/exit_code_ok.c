// A non-zero exit code is no error unless asked for.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) { exit(3); }
