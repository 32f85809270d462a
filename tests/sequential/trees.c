// A balanced search tree (treap), with deletion, order statistics and traversal by callback.
// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct tree {
  int key;
  uint32_t priority;
  int size;
  struct tree *left, *right;
};

static uint32_t random_state = 2463534242u;

static uint32_t next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 17;
  return random_state ^= random_state << 5;
}

static int size_of(const struct tree *t) { return t ? t->size : 0; }
static void update(struct tree *t) { t->size = 1 + size_of(t->left) + size_of(t->right); }

static void split(struct tree *t, int key, struct tree **low, struct tree **high) {
  if (!t) {
    *low = *high = NULL;
  } else if (t->key < key) {
    split(t->right, key, &t->right, high);
    update(*low = t);
  } else {
    split(t->left, key, low, &t->left);
    update(*high = t);
  }
}

static struct tree *join(struct tree *low, struct tree *high) {
  if (!low || !high) return low ? low : high;
  if (low->priority > high->priority) {
    low->right = join(low->right, high);
    update(low);
    return low;
  }
  high->left = join(low, high->left);
  update(high);
  return high;
}

static int contains(const struct tree *t, int key) {
  while (t && t->key != key) t = key < t->key ? t->left : t->right;
  return t != NULL;
}

static struct tree *insert(struct tree *t, int key) {
  if (contains(t, key)) return t;
  struct tree *low, *high, *added = malloc(sizeof *added);
  *added = (struct tree){.key = key, .priority = next_random(), .size = 1};
  split(t, key, &low, &high);
  return join(join(low, added), high);
}

static struct tree *erase(struct tree *t, int key) {
  struct tree *low, *middle, *high;
  split(t, key, &low, &high);
  split(high, key + 1, &middle, &high);
  free(middle);
  return join(low, high);
}

static int select_key(const struct tree *t, int place) {
  int left = size_of(t->left);
  if (place == left) return t->key;
  return place < left ? select_key(t->left, place) : select_key(t->right, place - left - 1);
}

static void walk(const struct tree *t, void (*visit)(int, void *), void *context) {
  if (!t) return;
  walk(t->left, visit, context);
  visit(t->key, context);
  walk(t->right, visit, context);
}

static void print_key(int key, void *context) { printf("%s%d", (*(int *)context)++ ? " " : "", key); }
static void add_key(int key, void *context) { *(long *)context += key; }

static int height(const struct tree *t) {
  if (!t) return 0;
  int left = height(t->left), right = height(t->right);
  return 1 + (left > right ? left : right);
}

static void clear(struct tree *t) {
  if (!t) return;
  clear(t->left);
  clear(t->right);
  free(t);
}

int main(void) {
  struct tree *t = NULL;
  for (int i = 0; i < 30; i++) t = insert(t, i * 17 % 53);
  for (int i = 0; i < 30; i += 4) t = erase(t, i);
  int printed = 0;
  long sum = 0;
  walk(t, print_key, &printed);
  walk(t, add_key, &sum);
  printf("\n%d keys, sum %ld, height %d\n", size_of(t), sum, height(t));
  printf("%d %d %d %d\n", contains(t, 17), contains(t, 16), select_key(t, 0), select_key(t, size_of(t) - 1));
  clear(t);
}
