// Text to number: strtol in several bases, limits, strtoul, strtod, atoi; abs and div.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
  char *end;
  assert(strtol("  -42rest", &end, 10) == -42 && *end == 'r');
  assert(strtol("0x1f", NULL, 0) == 31 && strtol("017", NULL, 0) == 15);
  assert(strtol("zz", NULL, 36) == 1295);
  errno = 0;
  assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
  assert(strtoul("18446744073709551615", NULL, 10) == ULONG_MAX);
  assert(strtoll("-9", NULL, 10) == -9 && strtoull("9", NULL, 10) == 9);
  assert(strtod("2.5e3x", &end) == 2500.0 && *end == 'x');
  assert(atoi("12") == 12 && atol("-7") == -7 && atof("0.5") == 0.5);
  assert(abs(-3) == 3 && labs(-4L) == 4 && div(17, 5).rem == 2 && ldiv(-17, 5).quot == -3);
}
