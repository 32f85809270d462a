// Text to numbers and back: strtol and its kin in all bases, limits, errors, and printf's integers.
// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static void show_long(const char *text, int base) {
  char *end;
  errno = 0;
  long value = strtol(text, &end, base);
  printf("strtol(\"%s\", %d) = %ld, rest \"%s\"%s\n", text, base, value, end,
         errno == ERANGE ? ", out of range" : "");
}

static void show_unsigned(const char *text, int base) {
  char *end;
  errno = 0;
  unsigned long value = strtoul(text, &end, base);
  printf("strtoul(\"%s\", %d) = %lu, rest \"%s\"%s\n", text, base, value, end,
         errno == ERANGE ? ", out of range" : "");
}

static void show_double(const char *text) {
  char *end;
  double value = strtod(text, &end);
  printf("strtod(\"%s\") = %.10g, rest \"%s\"\n", text, value, end);
}

int main(void) {
  show_long("42", 10);
  show_long("  \t-17 apples", 10);
  show_long("+0x7fz", 16);
  show_long("0x", 0);
  show_long("0755", 0);
  show_long("Zebra", 36);
  show_long("101102", 2);
  show_long("9223372036854775807", 10);
  show_long("9223372036854775808", 10);
  show_long("-9223372036854775809", 10);
  show_long("", 10);
  show_long("abc", 10);
  show_unsigned("18446744073709551615", 10);
  show_unsigned("18446744073709551616", 10);
  show_unsigned("-1", 10);
  show_unsigned("ffffffff", 16);
  show_double("3.14159xyz");
  show_double("-1.5e-3");
  show_double(".5.5");
  show_double("1e400");
  show_double("0x1.8p3");
  show_double("nan0");
  show_double("-infinity!");
  show_double("e5");
  printf("%d %d %ld %g\n", atoi("123abc"), atoi("x"), atol("-99999999999"), atof("2.5e2"));
  printf("%d|%i|%u|%o|%x|%X|%#o|%#x\n", INT_MIN, INT_MAX, UINT_MAX, 8u, 255u, 255u, 8u, 255u);
  printf("%5d|%-5d|%05d|%+d|% d|%+5d|%-+5d|\n", 42, 42, 42, 42, 42, 42, 42);
  printf("%.3d|%8.3d|%-8.3d|%.0d|%08x|%#010x\n", 7, 7, 7, 0, 48879u, 48879u);
  printf("%hhd|%hd|%ld|%lld|%zu|%td|%jd\n", (char)300, (short)70000, LONG_MIN, LLONG_MAX, (size_t)-1, (ptrdiff_t)-5,
         (intmax_t)9);
  printf("%" PRIu64 "|%" PRIx32 "|%" PRId8 "\n", UINT64_MAX, UINT32_MAX, (int8_t)-128);
  printf("%c|%5c|%-3c|%s|%8s|%-8s|%.3s|%8.2s|%%\n", 'A', 'B', 'C', "text", "text", "text", "text", "text");
  printf("%*d|%-*d|%.*f|%*s\n", 6, 42, 6, 42, 2, 3.14159, -6, "ab");
  int written;
  printf("counted%n so far", &written);
  printf(" %d\n", written);
}
