// Structs passed and returned by value, small ones in registers and large ones in memory.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

struct point {
  int x, y;
};

struct matrix {
  double cells[9];
};

static struct point mirror(struct point p) { return (struct point){p.y, p.x}; }

static struct matrix scale(struct matrix m, double factor) {
  for (int i = 0; i < 9; i++) m.cells[i] *= factor;
  return m;
}

int main(void) {
  struct point p = mirror((struct point){3, 4});
  assert(p.x == 4 && p.y == 3);
  struct matrix m = {{1, 2, 3}};
  struct matrix n = scale(m, 2.0);
  assert(n.cells[2] == 6.0 && m.cells[2] == 3.0);
}
