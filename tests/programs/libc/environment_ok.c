// The environment is empty, or at least does not hold this variable.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdlib.h>

int main(void) { assert(getenv("HEDDLE_TEST_VARIABLE_THAT_IS_NOT_SET") == NULL); }
