// Designated initialisers, compound literals, string arrays, nested aggregates, enums.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

enum colour { red, green = 5, blue };

struct item {
  const char *name;
  struct {
    int width, height;
  } size;
  enum colour colours[3];
};

static struct item items[] = {
    [1] = {.name = "loom", .size = {.height = 2}, .colours = {[2] = blue}},
    [0] = {"reed", {3, 4}, {green}},
};

static int area(const struct item *item) { return item->size.width * item->size.height; }

int main(void) {
  char word[8] = "weft";
  assert(items[1].name[3] == 'm' && items[1].size.width == 0 && items[1].colours[2] == 6);
  assert(area(&items[0]) == 12 && area(&(struct item){.size = {2, 5}}) == 10);
  assert(word[3] == 't' && word[7] == 0 && sizeof items / sizeof items[0] == 2);
}
