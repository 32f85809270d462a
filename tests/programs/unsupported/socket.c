// The network is not modelled; the function is named although the call is hidden in a branch.
// verdict: unsupported
// message: socket
// SPDX-License-Identifier: Apache-2.0
#include <sys/socket.h>

static volatile int online;

int main(void) { return online ? socket(AF_INET, SOCK_STREAM, 0) : 0; }
