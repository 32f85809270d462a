// What counter.c offers to main.c.
// SPDX-License-Identifier: Apache-2.0
#pragma once

void counter_add(int amount);
int counter_get(void);
