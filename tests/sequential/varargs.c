// Variable arguments: a printf of its own, sums over mixed types, lists passed on as va_list.
// SPDX-License-Identifier: Apache-2.0
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct point {
  short x, y;
};

struct box {
  double width, height, depth;
};

static void put_number(unsigned long value, unsigned base) {
  char digits[65];
  int n = 64;
  digits[n] = '\0';
  do digits[--n] = "0123456789abcdef"[value % base];
  while (value /= base);
  fputs(digits + n, stdout);
}

static void own_vprintf(const char *format, va_list args) {
  for (; *format; format++) {
    if (*format != '%') {
      putchar(*format);
      continue;
    }
    switch (*++format) {
      case 'd': {
        int value = va_arg(args, int);
        if (value < 0) putchar('-');
        put_number(value < 0 ? -(unsigned long)value : (unsigned long)value, 10);
        break;
      }
      case 'b': put_number(va_arg(args, unsigned), 2); break;
      case 'X': put_number(va_arg(args, uint64_t), 16); break;
      case 's': fputs(va_arg(args, const char *), stdout); break;
      case 'c': putchar(va_arg(args, int)); break;
      case 'P': {
        struct point p = va_arg(args, struct point);
        printf("<%d,%d>", p.x, p.y);
        break;
      }
      case 'B': {
        struct box b = va_arg(args, struct box);
        printf("[%g x %g x %g]", b.width, b.height, b.depth);
        break;
      }
      case 'f': printf("%g", va_arg(args, double)); break;
      case 'L': printf("%Lg", va_arg(args, long double)); break;
      default: putchar(*format);
    }
  }
}

static void own_printf(const char *format, ...) {
  va_list args;
  va_start(args, format);
  own_vprintf(format, args);
  va_end(args);
}

static double sum(const char *types, ...) {
  va_list args;
  double total = 0;
  va_start(args, types);
  for (; *types; types++) {
    switch (*types) {
      case 'i': total += va_arg(args, int); break;
      case 'l': total += (double)va_arg(args, long); break;
      case 'd': total += va_arg(args, double); break;
      case 'L': total += (double)va_arg(args, long double); break;
      case 'p': total += *va_arg(args, int *); break;
    }
  }
  va_end(args);
  return total;
}

static int longest(int first, ...) {
  va_list args;
  int best = 0;
  va_start(args, first);
  for (const char *text; (text = va_arg(args, const char *));)
    if ((int)strlen(text) > best) best = (int)strlen(text);
  va_end(args);
  return best + first;
}

int main(void) {
  own_printf("%d %d %s %c %%\n", 42, -2147483647 - 1, "text", 'x');
  own_printf("%b %X %f\n", 10u, (uint64_t)0xfeedface12345678, 2.5);
  own_printf("%P %B %P %d\n", (struct point){1, -2}, (struct box){1, 2.5, 3}, (struct point){7, 8}, 9);
  own_printf("%L %f %L\n", 1.25L, 0.5, 3e10L);
  int seven = 7;
  printf("%g\n", sum("iiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8));
  printf("%g\n", sum("dddddddddd", .1, .2, .3, .4, .5, .6, .7, .8, .9, 1.));
  printf("%g\n", sum("idlLpidLdi", 1, 2.5, 3L, 4.5L, &seven, 6, 7.5, 8.25L, 9.5, 10));
  printf("%d\n", longest(100, "a", "four", "three", (char *)NULL));
}
