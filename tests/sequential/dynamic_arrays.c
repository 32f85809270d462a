// Arrays whose size is known at run time: VLAs, VLA parameters, alloca, pointers to arrays.
// SPDX-License-Identifier: Apache-2.0
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void pascal(int rows) {
  int triangle[rows][rows];
  memset(triangle, 0, sizeof triangle);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j <= i; j++) triangle[i][j] = j == 0 || j == i ? 1 : triangle[i - 1][j - 1] + triangle[i - 1][j];
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j <= i; j++) printf("%d ", triangle[i][j]);
    puts("");
  }
}

static long spiral_sum(int rows, int columns, int cells[rows][columns]) {
  long sum = 0;
  int weight = 1, top = 0, left = 0, bottom = rows - 1, right = columns - 1;
  while (top <= bottom && left <= right) {
    for (int c = left; c <= right; c++) sum += weight++ * cells[top][c];
    for (int r = ++top; r <= bottom; r++) sum += weight++ * cells[r][right];
    right--;
    if (top <= bottom)
      for (int c = right; c >= left; c--) sum += weight++ * cells[bottom][c];
    bottom--;
    if (left <= right)
      for (int r = bottom; r >= top; r--) sum += weight++ * cells[r][left];
    left++;
  }
  return sum;
}

static int longest_common(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  int lengths[n + 1][m + 1];
  for (size_t i = 0; i <= n; i++)
    for (size_t j = 0; j <= m; j++) {
      if (i == 0 || j == 0)
        lengths[i][j] = 0;
      else if (a[i - 1] == b[j - 1])
        lengths[i][j] = lengths[i - 1][j - 1] + 1;
      else
        lengths[i][j] = lengths[i - 1][j] > lengths[i][j - 1] ? lengths[i - 1][j] : lengths[i][j - 1];
    }
  char *common = alloca((size_t)lengths[n][m] + 1), *end = common + lengths[n][m];
  *end = '\0';
  for (size_t i = n, j = m; i && j;) {
    if (a[i - 1] == b[j - 1]) {
      *--end = a[--i];
      j--;
    } else if (lengths[i - 1][j] >= lengths[i][j - 1])
      i--;
    else
      j--;
  }
  return printf("%s\n", common);
}

static int sum_of_frames(int n) {
  int frame[n];
  for (int i = 0; i < n; i++) frame[i] = n - i;
  int total = n > 1 ? sum_of_frames(n - 1) : 0;
  for (int i = 0; i < n; i++) total += frame[i];
  return total;
}

int main(void) {
  pascal(8);
  for (int size = 1; size <= 4; size++) {
    int(*grid)[size + 1] = malloc(sizeof(int[size][size + 1]));
    for (int i = 0; i < size * (size + 1); i++) grid[i / (size + 1)][i % (size + 1)] = i;
    printf("%zu %ld\n", sizeof *grid, spiral_sum(size, size + 1, grid));
    free(grid);
  }
  printf("%d\n", longest_common("the quick weaver", "quiet weather"));
  printf("%d\n", sum_of_frames(12));
}
