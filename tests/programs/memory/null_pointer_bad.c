// A search that found nothing: the result is used all the same.
// verdict: error null-pointer
// SPDX-License-Identifier: Apache-2.0
#include <stddef.h>

static const int table[3] = {3, 5, 7};

static const int *find(int wanted) {
  for (int i = 0; i < 3; i++)
    if (table[i] == wanted) return &table[i];
  return NULL;
}

int main(void) {
  const int *found = find(4);
  return *found != 4;  // violation
}
