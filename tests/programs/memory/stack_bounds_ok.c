// The last element of an array on the stack.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
static int sum(const int *cells, int count) {
  int total = 0;
  for (int i = 0; i < count; i++)
    total += cells[i];
  return total;
}

int main(void) {
  int cells[3] = {1, 2, 3};
  return sum(cells, 3) != 6;
}
