// Two workers, nothing to do: the pool must still come to an end.
// SPDX-License-Identifier: Apache-2.0
#include "pool.h"

int main() { Pool pool(2); }
