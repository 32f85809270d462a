// _Generic, typeof, statement expressions and _Static_assert.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

#define kind_of(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)
#define maximum(a, b) ({ __typeof__(a) left = (a), right = (b); left > right ? left : right; })

_Static_assert(sizeof(int) == 4, "an int has four bytes");

int main(void) {
  char text[] = "x";
  assert(kind_of(1) == 1 && kind_of(1.0) == 2 && kind_of(&text[0]) == 3 && kind_of('x' + 1L) == 4);
  assert(maximum(3, 5) == 5 && maximum(2.5, -1.0) == 2.5);
}
