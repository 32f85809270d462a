// A chained hash table that counts words, grows, and deletes.
// SPDX-License-Identifier: Apache-2.0
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  struct entry *next;
  unsigned count;
  char word[];
};

struct table {
  struct entry **buckets;
  size_t size, used;
};

static uint32_t hash(const char *word) {
  uint32_t h = 2166136261u;
  for (; *word; word++) h = (h ^ (unsigned char)*word) * 16777619u;
  return h;
}

static void grow(struct table *t) {
  size_t size = t->size ? 2 * t->size : 4;
  struct entry **buckets = calloc(size, sizeof *buckets);
  for (size_t i = 0; i < t->size; i++)
    for (struct entry *e = t->buckets[i], *next; e; e = next) {
      next = e->next;
      struct entry **place = &buckets[hash(e->word) % size];
      e->next = *place;
      *place = e;
    }
  free(t->buckets);
  t->buckets = buckets;
  t->size = size;
}

static struct entry **find(struct table *t, const char *word) {
  struct entry **place = &t->buckets[hash(word) % t->size];
  while (*place && strcmp((*place)->word, word) != 0) place = &(*place)->next;
  return place;
}

static void add(struct table *t, const char *word) {
  if (t->used >= t->size) grow(t);
  struct entry **place = find(t, word);
  if (!*place) {
    *place = calloc(1, sizeof **place + strlen(word) + 1);
    strcpy((*place)->word, word);
    t->used++;
  }
  (*place)->count++;
}

static int drop(struct table *t, const char *word) {
  struct entry **place = find(t, word), *e = *place;
  if (!e) return 0;
  *place = e->next;
  free(e);
  t->used--;
  return 1;
}

static int by_count(const void *a, const void *b) {
  const struct entry *x = *(struct entry *const *)a, *y = *(struct entry *const *)b;
  return x->count != y->count ? (int)y->count - (int)x->count : strcmp(x->word, y->word);
}

int main(void) {
  const char *text =
      "The warp is the set of threads that are held; the weft is the thread that is drawn through. "
      "A heddle lifts some of the threads of the warp, and the weft passes under the lifted ones.";
  struct table t = {0};
  char word[32];
  size_t length = 0;
  for (const char *c = text;; c++) {
    if (isalpha((unsigned char)*c)) {
      word[length++] = (char)tolower((unsigned char)*c);
      continue;
    }
    word[length] = '\0';
    if (length) add(&t, word);
    length = 0;
    if (!*c) break;
  }
  printf("%zu words in %zu buckets\n", t.used, t.size);
  printf("drop the: %d, drop loom: %d\n", drop(&t, "the"), drop(&t, "loom"));
  struct entry **sorted = malloc(t.used * sizeof *sorted);
  size_t n = 0;
  for (size_t i = 0; i < t.size; i++)
    for (struct entry *e = t.buckets[i]; e; e = e->next) sorted[n++] = e;
  qsort(sorted, n, sizeof *sorted, by_count);
  for (size_t i = 0; i < n; i++) printf("%2u %s\n", sorted[i]->count, sorted[i]->word);
}
