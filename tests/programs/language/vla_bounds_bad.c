// A write behind a variable length array.
// verdict: error out-of-bounds
// SPDX-License-Identifier: Apache-2.0
static int fill(int n) {
  int cells[n];
  for (int i = 0; i <= n; i++)
    cells[i] = i;  // violation
  return cells[0];
}

int main(void) { return fill(3); }
