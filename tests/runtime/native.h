// Forced into every model that is compiled for the hardware: what the machine does in one operation.
//
// A model of memcpy written with the compiler's memcpy would call itself, so these go elsewhere.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>

void *native_copy(void *to, const void *from, size_t size);
void *native_fill(void *to, int byte, size_t size);

#define __builtin_memcpy native_copy
#define __builtin_memmove native_copy
#define __builtin_memset native_fill
