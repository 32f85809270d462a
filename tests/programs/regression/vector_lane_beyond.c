// A lane that a vector does not have is no register of another value.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

typedef int Four __attribute__((vector_size(16)));

static int lane(Four vector) { return vector[900000]; }

int main(void) {
  const Four vector = {1, 2, 3, 4};
  assert(lane(vector) == 0);
}
