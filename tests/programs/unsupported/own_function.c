// A function that is declared but defined nowhere is named, with the place of the call.
// verdict: unsupported
// message: device_read
// message: own_function.c
// SPDX-License-Identifier: Apache-2.0
extern int device_read(int port);

int main(void) { return device_read(3); }
