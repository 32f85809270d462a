// The heap: a growing vector, an arena, realloc patterns, calloc, many small blocks, two-dimensional rows.
// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vector {
  int *cells;
  size_t count, capacity;
};

static void push(struct vector *v, int value) {
  if (v->count == v->capacity) {
    v->capacity = v->capacity ? v->capacity * 3 / 2 + 1 : 1;
    v->cells = realloc(v->cells, v->capacity * sizeof *v->cells);
  }
  v->cells[v->count++] = value;
}

struct chunk {
  struct chunk *next;
  size_t used;
  _Alignas(16) unsigned char bytes[112];
};

struct arena {
  struct chunk *chunks;
  int count;
};

static void *take(struct arena *a, size_t size) {
  size = (size + 15) & ~(size_t)15;
  if (!a->chunks || a->chunks->used + size > sizeof a->chunks->bytes) {
    struct chunk *fresh = malloc(sizeof *fresh);
    fresh->next = a->chunks;
    fresh->used = 0;
    a->chunks = fresh;
    a->count++;
  }
  void *place = a->chunks->bytes + a->chunks->used;
  a->chunks->used += size;
  return place;
}

static void release(struct arena *a) {
  while (a->chunks) {
    struct chunk *next = a->chunks->next;
    free(a->chunks);
    a->chunks = next;
  }
}

int main(void) {
  struct vector v = {0};
  for (int i = 0; i < 50; i++) push(&v, i * i);
  long sum = 0;
  for (size_t i = 0; i < v.count; i++) sum += v.cells[i];
  printf("%zu of %zu, sum %ld\n", v.count, v.capacity, sum);
  v.cells = realloc(v.cells, 5 * sizeof *v.cells);
  printf("%d %d\n", v.cells[0], v.cells[4]);
  free(v.cells);

  struct arena a = {0};
  char *words[20];
  int aligned = 1;
  for (int i = 0; i < 20; i++) {
    words[i] = take(&a, (size_t)i + 2);
    aligned &= (uintptr_t)words[i] % 16 == 0;
    memset(words[i], 'a' + i, (size_t)i + 1);
    words[i][i + 1] = '\0';
  }
  for (int i = 0; i < 20; i += 6) printf("%s ", words[i]);
  printf("in %d chunks, %s\n", a.count, aligned ? "aligned" : "not aligned");
  release(&a);

  double **rows = malloc(4 * sizeof *rows);
  for (int i = 0; i < 4; i++) {
    rows[i] = calloc((size_t)i + 1, sizeof **rows);
    for (int j = 0; j <= i; j++) rows[i][j] += 1.0 / (i + j + 1);
  }
  for (int i = 0; i < 4; i++) printf("%.4f ", rows[i][i]);
  for (int i = 0; i < 4; i++) free(rows[i]);
  free(rows);

  void *blocks[100];
  for (int i = 0; i < 100; i++) blocks[i] = memset(malloc((size_t)(i % 7 + 1) * 8), i, 8);
  for (int i = 0; i < 100; i += 2) free(blocks[i]);
  int bad = 0;
  for (int i = 1; i < 100; i += 2) bad += *(unsigned char *)blocks[i] != i;
  for (int i = 1; i < 100; i += 2) free(blocks[i]);
  void *large = aligned_alloc(4096, 8192);
  printf("%d %d\n", bad, (int)((uintptr_t)large % 4096));
  free(large);
  char *text = NULL;
  for (int i = 0; i < 10; i++) {
    text = realloc(text, (size_t)i + 2);
    text[i] = (char)('0' + i);
    text[i + 1] = '\0';
  }
  puts(text);
  free(text);
}
