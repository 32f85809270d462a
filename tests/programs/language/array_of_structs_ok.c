// Pointer arithmetic over structs, swapping by value, and a matrix of structs.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

struct cell {
  short row, column;
  char mark;
};

int main(void) {
  struct cell grid[2][3];
  for (int i = 0; i < 6; i++) grid[i / 3][i % 3] = (struct cell){i / 3, i % 3, 'a' + i};
  struct cell *p = &grid[0][0] + 4, saved = *p;
  assert(p->row == 1 && p->column == 1 && p->mark == 'e');
  *p = grid[0][2];
  grid[0][2] = saved;
  assert(grid[1][1].mark == 'c' && grid[0][2].mark == 'e' && p - grid[1] == 1);
}
