// A graph of linked structs: breadth-first and depth-first search, shortest paths, topological order.
// SPDX-License-Identifier: Apache-2.0
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct node;

struct edge {
  struct node *target;
  int weight;
  struct edge *next;
};

struct node {
  char name;
  struct edge *edges;
  int distance, hops;
  struct node *from;
  enum { unseen, open, closed } state;
};

static struct node nodes[8];

static void connect(char from, char to, int weight) {
  struct edge **end = &nodes[from - 'a'].edges;
  while (*end) end = &(*end)->next;
  *end = malloc(sizeof **end);
  **end = (struct edge){.target = &nodes[to - 'a'], .weight = weight};
}

static void breadth_first(struct node *start) {
  struct node *queue[8];
  int head = 0, tail = 0;
  for (int i = 0; i < 8; i++) nodes[i].hops = -1;
  start->hops = 0;
  queue[tail++] = start;
  while (head < tail) {
    struct node *n = queue[head++];
    printf(" %c%d", n->name, n->hops);
    for (struct edge *e = n->edges; e; e = e->next)
      if (e->target->hops < 0) {
        e->target->hops = n->hops + 1;
        queue[tail++] = e->target;
      }
  }
  putchar('\n');
}

static struct node *nearest_open(void) {
  struct node *best = NULL;
  for (int i = 0; i < 8; i++)
    if (nodes[i].state == open && (!best || nodes[i].distance < best->distance)) best = &nodes[i];
  return best;
}

static void shortest_paths(struct node *start) {
  for (int i = 0; i < 8; i++) {
    nodes[i].distance = INT_MAX;
    nodes[i].state = unseen;
    nodes[i].from = NULL;
  }
  start->distance = 0;
  start->state = open;
  for (struct node *n; (n = nearest_open());) {
    n->state = closed;
    for (struct edge *e = n->edges; e; e = e->next)
      if (n->distance + e->weight < e->target->distance) {
        e->target->distance = n->distance + e->weight;
        e->target->from = n;
        e->target->state = open;
      }
  }
}

static void print_path(const struct node *n) {
  if (n->from) print_path(n->from);
  putchar(n->name);
}

static int visit(struct node *n, char *order, int place) {
  n->state = open;
  for (struct edge *e = n->edges; e; e = e->next) {
    if (e->target->state == open) printf("cycle at %c-%c\n", n->name, e->target->name);
    if (e->target->state == unseen) place = visit(e->target, order, place);
  }
  n->state = closed;
  order[--place] = n->name;
  return place;
}

int main(void) {
  for (int i = 0; i < 8; i++) nodes[i].name = (char)('a' + i);
  static const char routes[][3] = {"ab4", "ac1", "cb2", "bd5", "cd8", "de3", "ef1", "df6", "fg2", "gd1"};
  for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++)
    connect(routes[i][0], routes[i][1], routes[i][2] - '0');
  breadth_first(&nodes[0]);
  shortest_paths(&nodes[0]);
  for (int i = 0; i < 8; i++) {
    if (nodes[i].distance == INT_MAX) {
      printf("%c unreachable\n", nodes[i].name);
      continue;
    }
    printf("%c %2d ", nodes[i].name, nodes[i].distance);
    print_path(&nodes[i]);
    putchar('\n');
  }
  char order[9] = {0};
  int place = 8;
  for (int i = 0; i < 8; i++) nodes[i].state = unseen;
  for (int i = 0; i < 8; i++)
    if (nodes[i].state == unseen) place = visit(&nodes[i], order, place);
  puts(order);
}
