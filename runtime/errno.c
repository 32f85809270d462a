// errno: one int per thread.
//
// Thread-local, so that reading or setting it is never a scheduling choice.
// SPDX-License-Identifier: Apache-2.0
#include <errno.h>

static _Thread_local int error_number;

int *__errno_location(void) { return &error_number; }
