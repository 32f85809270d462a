// Function pointers: tables, callbacks with state, composition, objects with virtual functions.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*binary)(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }
static int maximum(int a, int b) { return a > b ? a : b; }

static binary choose(char symbol) {
  static const struct {
    char symbol;
    binary apply;
  } table[] = {{'+', add}, {'-', subtract}, {'*', multiply}, {'m', maximum}};
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    if (table[i].symbol == symbol) return table[i].apply;
  return NULL;
}

static int fold(const int *cells, int count, int start, binary apply) {
  for (int i = 0; i < count; i++) start = apply(start, cells[i]);
  return start;
}

struct shape;
struct kind {
  const char *name;
  double (*area)(const struct shape *);
  void (*scale)(struct shape *, double);
};

struct shape {
  const struct kind *kind;
  double a, b;
};

static double circle_area(const struct shape *s) { return 3.0 * s->a * s->a; }
static double rectangle_area(const struct shape *s) { return s->a * s->b; }
static double triangle_area(const struct shape *s) { return s->a * s->b / 2; }
static void scale_one(struct shape *s, double by) { s->a *= by; }
static void scale_both(struct shape *s, double by) {
  s->a *= by;
  s->b *= by;
}

static const struct kind circle = {"circle", circle_area, scale_one};
static const struct kind rectangle = {"rectangle", rectangle_area, scale_both};
static const struct kind triangle = {"triangle", triangle_area, scale_both};

struct counter {
  int calls, limit;
};

static int count_up(void *context, int value) {
  struct counter *c = context;
  return ++c->calls < c->limit && value < 100;
}

static int iterate(int value, int (*step)(int), int (*more)(void *, int), void *context) {
  while (more(context, value)) value = step(value);
  return value;
}

static int twice(int n) { return 2 * n; }
static int plus_three(int n) { return n + 3; }

static int (*pick(int which))(int) { return which ? twice : plus_three; }

struct command {
  const char *name;
  int (*run)(int argc, const char **argv);
};

static int echo(int argc, const char **argv) {
  for (int i = 1; i < argc; i++) printf("%s%s", argv[i], i + 1 < argc ? " " : "\n");
  return 0;
}

static int sum(int argc, const char **argv) {
  int total = 0;
  for (int i = 1; i < argc; i++) total += atoi(argv[i]);
  printf("%d\n", total);
  return total > 10;
}

static int execute(const char *line) {
  static const struct command commands[] = {{"echo", echo}, {"sum", sum}};
  char copy[64], *rest;
  const char *argv[8];
  int argc = 0;
  strcpy(copy, line);
  for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) argv[argc++] = word;
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
    if (strcmp(commands[i].name, argv[0]) == 0) return commands[i].run(argc, argv);
  printf("%s: not found\n", argv[0]);
  return 127;
}

int main(void) {
  const int cells[] = {4, 8, 15, 16, 23, 42};
  for (const char *symbol = "+-*m?"; *symbol; symbol++) {
    binary apply = choose(*symbol);
    if (apply)
      printf("%c %d\n", *symbol, fold(cells, 6, 1, apply));
    else
      printf("%c unknown\n", *symbol);
  }
  struct shape shapes[] = {{&circle, 2, 0}, {&rectangle, 3, 4}, {&triangle, 5, 6}};
  for (int i = 0; i < 3; i++) {
    shapes[i].kind->scale(&shapes[i], 1.5);
    printf("%s %.2f\n", shapes[i].kind->name, shapes[i].kind->area(&shapes[i]));
  }
  for (int which = 0; which < 2; which++) {
    struct counter c = {0, 10};
    printf("%d after ", iterate(1, pick(which), count_up, &c));
    printf("%d calls\n", c.calls);
  }
  static const char *const lines[] = {"echo one two three", "sum 1 2 3", "sum 5 6 7", "weave cloth"};
  for (int i = 0; i < 4; i++) printf("= %d\n", execute(lines[i]));
}
