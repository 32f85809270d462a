// qsort and bsearch over structs, strings and pointers, with ties and a comparison that counts.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct planet {
  char name[12];
  double radius;
  int moons;
};

static struct planet planets[] = {{"Mercury", 2439.7, 0}, {"Venus", 6051.8, 0},   {"Earth", 6371.0, 1},
                                  {"Mars", 3389.5, 2},    {"Jupiter", 69911, 95}, {"Saturn", 58232, 146},
                                  {"Uranus", 25362, 28},  {"Neptune", 24622, 16}};
enum { PLANETS = sizeof planets / sizeof planets[0] };

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct planet *)a)->name, ((const struct planet *)b)->name);
}

static int by_radius(const void *a, const void *b) {
  double x = ((const struct planet *)a)->radius, y = ((const struct planet *)b)->radius;
  return (x > y) - (x < y);
}

static int by_moons_then_name(const void *a, const void *b) {
  const struct planet *x = a, *y = b;
  return x->moons != y->moons ? y->moons - x->moons : by_name(a, b);
}

static void show(const char *title, int (*order)(const void *, const void *)) {
  qsort(planets, PLANETS, sizeof planets[0], order);
  printf("%s:", title);
  for (int i = 0; i < PLANETS; i++) printf(" %s", planets[i].name);
  putchar('\n');
}

static int string_order(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static int key_order(const void *key, const void *element) {
  return strcmp(key, ((const struct planet *)element)->name);
}

int main(int argc, char **argv) {
  (void)argv;
  show("by name", by_name);
  static const char *const wanted[] = {"Mars", "Pluto", "Earth", "Venus"};
  for (int i = 0; i < 4; i++) {
    const struct planet *p = bsearch(wanted[i], planets, PLANETS, sizeof planets[0], key_order);
    if (p)
      printf("%s: %.1f km, %d moons, place %td\n", p->name, p->radius, p->moons, p - planets);
    else
      printf("%s: not found\n", wanted[i]);
  }
  show("by radius", by_radius);
  show("by moons", by_moons_then_name);
  char words[] = "quick brown fox jumps over the lazy dog and the cat";
  char *list[16];
  size_t count = 0;
  for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) list[count++] = word;
  qsort(list, count, sizeof list[0], string_order);
  for (size_t i = 0; i < count; i++) printf("%s%s", list[i], i + 1 < count ? " " : "\n");
  return argc - 1;
}
