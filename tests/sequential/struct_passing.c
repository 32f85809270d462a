// Structs of many sizes and shapes as arguments and results: registers, memory, nested, arrays inside.
// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>
#include <stdio.h>

struct one { char c; };
struct three { char c[3]; };
struct pair { int a; float b; };
struct two_longs { long a, b; };
struct mixed { double d; long l; };
struct floats { float x, y, z; };
struct large { int cells[10]; };
struct nested { struct pair first; struct { short s[2]; } inner; struct one last; };
struct with_pointer { const char *text; int length; };
struct extended { long double value; int tag; };

static struct one next(struct one o) { return (struct one){(char)(o.c + 1)}; }
static struct three reverse(struct three t) { return (struct three){{t.c[2], t.c[1], t.c[0]}}; }
static struct pair swap(struct pair p) { return (struct pair){(int)p.b, (float)p.a}; }
static struct two_longs divide(long a, long b) { return (struct two_longs){a / b, a % b}; }
static struct mixed combine(struct mixed m, struct pair p, int n) {
  return (struct mixed){m.d + p.b * (float)n, m.l - p.a};
}
static struct floats cross(struct floats a, struct floats b) {
  return (struct floats){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static struct large shift(struct large l, int by) {
  struct large result;
  for (int i = 0; i < 10; i++) result.cells[(i + by) % 10] = l.cells[i];
  return result;
}
static struct nested rearrange(struct nested n) {
  short saved = n.inner.s[0];
  n.inner.s[0] = n.inner.s[1];
  n.inner.s[1] = saved;
  n.first = swap(n.first);
  n.last = next(n.last);
  return n;
}
static struct with_pointer tail(struct with_pointer w, int skip) {
  w.text += skip;
  w.length -= skip;
  return w;
}
static struct extended half(struct extended e) { return (struct extended){e.value / 2, e.tag + 1}; }

static long many(struct pair a, struct two_longs b, struct mixed c, struct one d, struct large e, int f,
                 struct two_longs g, double h, struct floats i) {
  return a.a + b.a + b.b + c.l + d.c + e.cells[9] + f + g.a + g.b + (long)(a.b + c.d + h + i.x + i.z);
}

static struct large build(int depth) {
  struct large l = {{0}};
  if (depth > 0) l = build(depth - 1);
  l.cells[depth] = depth * depth;
  return l;
}

int main(void) {
  printf("%c %.3s\n", next((struct one){'x'}).c, reverse((struct three){"abc"}).c);
  struct pair p = swap((struct pair){3, 4.75f});
  printf("%d %g\n", p.a, p.b);
  struct two_longs q = divide(-1000000000007, 1000);
  printf("%ld %ld\n", q.a, q.b);
  struct mixed m = combine((struct mixed){1.5, 100}, p, 2);
  printf("%g %ld\n", m.d, m.l);
  struct floats f = cross((struct floats){1, 2, 3}, (struct floats){-4, 5, .5f});
  printf("%g %g %g\n", f.x, f.y, f.z);
  struct large l = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}, shifted = shift(l, 3);
  printf("%d %d %d\n", shifted.cells[0], shifted.cells[3], l.cells[3]);
  struct nested n = rearrange((struct nested){{1, 2}, {{30, 40}}, {'a'}});
  printf("%d %g %d %d %c\n", n.first.a, n.first.b, n.inner.s[0], n.inner.s[1], n.last.c);
  struct with_pointer w = tail((struct with_pointer){"shuttle", 7}, 3);
  printf("%s %d\n", w.text, w.length);
  struct extended e = half(half((struct extended){10.5L, 0}));
  printf("%Lg %d\n", e.value, e.tag);
  printf("%ld\n", many(p, q, m, (struct one){'A'}, l, 7, (struct two_longs){10, 20}, 0.5, f));
  l = build(9);
  for (int i = 0; i < 10; i++) printf("%d ", l.cells[i]);
  struct { struct pair pairs[2]; } copies[2] = {{{{1, 2}, {3, 4}}}}, *source = copies;
  copies[1] = *source;
  copies[1].pairs[1].a = 9;
  printf("\n%d %d %g\n", copies[0].pairs[1].a, copies[1].pairs[1].a, copies[1].pairs[0].b);
}
