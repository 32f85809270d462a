// Linked lists: reversal, merge sort, cycle finding, an intrusive ring, Josephus, memory pools.
// SPDX-License-Identifier: Apache-2.0
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node pool[64];
static struct node *free_nodes;

static void fill_pool(void) {
  for (int i = 63; i >= 0; i--) {
    pool[i].next = free_nodes;
    free_nodes = &pool[i];
  }
}

static struct node *cons(int value, struct node *next) {
  struct node *n = free_nodes;
  free_nodes = n->next;
  *n = (struct node){value, next};
  return n;
}

static void release(struct node *list) {
  while (list) {
    struct node *next = list->next;
    list->next = free_nodes;
    free_nodes = list;
    list = next;
  }
}

static struct node *reverse(struct node *list) {
  struct node *reversed = NULL;
  while (list) {
    struct node *next = list->next;
    list->next = reversed;
    reversed = list;
    list = next;
  }
  return reversed;
}

static struct node *merge(struct node *a, struct node *b) {
  struct node head, *tail = &head;
  while (a && b) {
    struct node **smaller = a->value <= b->value ? &a : &b;
    tail->next = *smaller;
    tail = *smaller;
    *smaller = (*smaller)->next;
  }
  tail->next = a ? a : b;
  return head.next;
}

static struct node *sort(struct node *list) {
  if (!list || !list->next) return list;
  struct node *slow = list, *fast = list->next;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  struct node *second = slow->next;
  slow->next = NULL;
  return merge(sort(list), sort(second));
}

static int cycle_length(const struct node *list) {
  const struct node *slow = list, *fast = list;
  do {
    if (!fast || !fast->next) return 0;
    slow = slow->next;
    fast = fast->next->next;
  } while (slow != fast);
  int length = 0;
  do {
    slow = slow->next;
    length++;
  } while (slow != fast);
  return length;
}

static void print(const struct node *list) {
  for (; list; list = list->next) printf("%d%s", list->value, list->next ? "->" : "\n");
}

struct ring {
  struct ring *next, *previous;
};

struct job {
  const char *name;
  struct ring link;
};

#define job_of(ring) ((struct job *)((char *)(ring)-offsetof(struct job, link)))

static void insert(struct ring *after, struct ring *item) {
  *item = (struct ring){after->next, after};
  after->next->previous = item;
  after->next = item;
}

static void drop(struct ring *item) {
  item->next->previous = item->previous;
  item->previous->next = item->next;
}

static int josephus(int people, int step) {
  struct node *last = cons(people, NULL), *first = last;
  for (int i = people - 1; i > 0; i--) first = cons(i, first);
  last->next = first;
  while (last->next != last) {
    for (int i = 1; i < step; i++) last = last->next;
    struct node *out = last->next;
    last->next = out->next;
    out->next = NULL;
    release(out);
  }
  return last->value;
}

int main(void) {
  fill_pool();
  struct node *list = NULL;
  for (int i = 0, n = 7; i < 12; i++, n = n * 37 % 101) list = cons(n, list);
  print(list);
  print(list = reverse(list));
  print(list = sort(list));
  printf("%d\n", cycle_length(list));
  struct node *end = list;
  while (end->next) end = end->next;
  end->next = list->next->next->next;
  printf("%d\n", cycle_length(list));
  end->next = NULL;
  release(list);
  printf("%d %d %d\n", josephus(7, 3), josephus(41, 3), josephus(1, 5));

  struct ring ready = {&ready, &ready};
  struct job jobs[] = {{.name = "spin"}, {.name = "weave"}, {.name = "dye"}, {.name = "cut"}};
  for (int i = 0; i < 4; i++) insert(ready.previous, &jobs[i].link);
  drop(&jobs[1].link);
  insert(&ready, &jobs[1].link);
  for (struct ring *r = ready.next; r != &ready; r = r->next) printf("%s ", job_of(r)->name);
  for (struct ring *r = ready.previous; r != &ready; r = r->previous) printf("%s ", job_of(r)->name);
  putchar('\n');
}
