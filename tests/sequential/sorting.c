// Five sorting algorithms on the same numbers must agree with each other and with qsort.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 40 };

static void swap(int *a, int *b) {
  int saved = *a;
  *a = *b;
  *b = saved;
}

static void insertion_sort(int *cells, int count) {
  for (int i = 1; i < count; i++)
    for (int j = i; j > 0 && cells[j - 1] > cells[j]; j--) swap(&cells[j - 1], &cells[j]);
}

static void quick_sort(int *cells, int count) {
  if (count < 2) return;
  int pivot = cells[count / 2], left = 0, right = count - 1;
  while (left <= right) {
    while (cells[left] < pivot) left++;
    while (cells[right] > pivot) right--;
    if (left <= right) swap(&cells[left++], &cells[right--]);
  }
  quick_sort(cells, right + 1);
  quick_sort(cells + left, count - left);
}

static void sift_down(int *cells, int root, int count) {
  for (int child; (child = 2 * root + 1) < count; root = child) {
    if (child + 1 < count && cells[child] < cells[child + 1]) child++;
    if (cells[root] >= cells[child]) return;
    swap(&cells[root], &cells[child]);
  }
}

static void heap_sort(int *cells, int count) {
  for (int i = count / 2 - 1; i >= 0; i--) sift_down(cells, i, count);
  for (int i = count - 1; i > 0; i--) {
    swap(&cells[0], &cells[i]);
    sift_down(cells, 0, i);
  }
}

static void merge_sort(int *cells, int count) {
  if (count < 2) return;
  int half = count / 2, merged[COUNT];
  merge_sort(cells, half);
  merge_sort(cells + half, count - half);
  for (int i = 0, l = 0, r = half; i < count; i++)
    merged[i] = r == count || (l < half && cells[l] <= cells[r]) ? cells[l++] : cells[r++];
  memcpy(cells, merged, sizeof merged[0] * (size_t)count);
}

static int compare(const void *a, const void *b) {
  return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

static void library_sort(int *cells, int count) { qsort(cells, (size_t)count, sizeof *cells, compare); }

int main(void) {
  static const struct {
    const char *name;
    void (*sort)(int *, int);
  } algorithms[] = {{"insertion", insertion_sort},
                    {"quick", quick_sort},
                    {"heap", heap_sort},
                    {"merge", merge_sort},
                    {"library", library_sort}};
  int input[COUNT];
  unsigned state = 12345;
  for (int i = 0; i < COUNT; i++) {
    state = state * 1103515245 + 12345;
    input[i] = (int)(state >> 16) % 1000 - 500;
  }
  for (size_t a = 0; a < sizeof algorithms / sizeof algorithms[0]; a++) {
    int cells[COUNT];
    memcpy(cells, input, sizeof cells);
    algorithms[a].sort(cells, COUNT);
    printf("%-10s", algorithms[a].name);
    for (int i = 0; i < COUNT; i += 3) printf(" %d", cells[i]);
    putchar('\n');
  }
}
