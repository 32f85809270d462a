// Functions marked constructor run before main, those marked destructor after it.
// verdict: verified
// output: before
// output: main
// output: after
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

__attribute__((constructor)) static void before(void) { puts("before"); }
__attribute__((destructor)) static void after(void) { puts("after"); }

int main(void) { puts("main"); }
