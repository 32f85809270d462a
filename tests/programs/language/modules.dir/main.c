// Several source files: shared variables, a function pointer table and static names that clash.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

#include "shapes.h"

static int helper(void) { return 1; }

int main(void) {
  assert(shape_area[0](3, 4) == 12 && shape_area[1](3, 4) == 6);
  assert(calls == 2 && helper() == 1);
}
