// Processes are not modelled.
// verdict: unsupported
// message: fork
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

int main(void) { return fork() == 0; }
