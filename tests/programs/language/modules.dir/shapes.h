// What shapes.c offers to main.c.
// SPDX-License-Identifier: Apache-2.0
#pragma once

extern int calls;
extern int (*const shape_area[2])(int, int);
