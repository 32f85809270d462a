// errno: one per thread, as glibc's macro expects it.
// SPDX-License-Identifier: Apache-2.0
#include "builtins.h"

static __thread int error_number;

int *__errno_location(void);
int *__errno_location(void) { return &error_number; }
