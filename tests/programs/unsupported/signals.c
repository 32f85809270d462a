// Signals are refused.
// verdict: unsupported
// message: sigaction
// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <stddef.h>

int main(void) { return sigaction(SIGTERM, NULL, NULL); }
