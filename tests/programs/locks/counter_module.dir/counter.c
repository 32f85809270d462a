// The counter of main.c.
// SPDX-License-Identifier: Apache-2.0
#include "counter.h"

static int value;

void counter_add(int amount) {
  value += amount;  // violation
}

int counter_get(void) { return value; }
