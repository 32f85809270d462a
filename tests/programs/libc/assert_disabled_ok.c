// With NDEBUG an assertion is no code at all.
// verdict: verified
// flags: -DNDEBUG
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

int main(void) { assert(0 && "never evaluated"); }
