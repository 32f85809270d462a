// Floating point formatting and arithmetic in all conversions that printf has for it.
// SPDX-License-Identifier: Apache-2.0
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void formats(double x) {
  printf("%f|%.0f|%.3f|%10.2f|%-10.1f|%+.1f|% .2f|%010.3f\n", x, x, x, x, x, x, x, x);
  printf("%e|%.2E|%g|%G|%.3g|%#.3g|%.12g\n", x, x, x, x, x, x, x);
}

static uint64_t bits(double x) {
  uint64_t word;
  memcpy(&word, &x, sizeof word);
  return word;
}

static double newton(double x) {
  double root = x;
  for (int i = 0; i < 30; i++) root = (root + x / root) / 2;
  return root;
}

static double kahan(const float *cells, int count) {
  float sum = 0, lost = 0;
  for (int i = 0; i < count; i++) {
    float corrected = cells[i] - lost, next = sum + corrected;
    lost = (next - sum) - corrected;
    sum = next;
  }
  return sum;
}

int main(void) {
  const double numbers[] = {0, -0.0, 1, -1.5, 0.1, 123456.789, 1e-7, 6.02214076e23, 0.5, 2.5, 99.995};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) formats(numbers[i]);
  volatile double zero = 0, one = 1;
  printf("%f %F %e %g %5.1f|%-6f|\n", one / zero, -one / zero, fabs(zero / zero), one / zero, one / zero, -one / zero);
  printf("%a %a %.2a\n", one, 0.1, -3.75);
  printf("%g %g %g %g\n", DBL_MAX, DBL_MIN, DBL_EPSILON, DBL_MIN / 4);
  printf("%016lx %016lx %016lx\n", bits(0.1 + 0.2), bits(-zero), bits(newton(2)));
  float cells[100];
  for (int i = 0; i < 100; i++) cells[i] = 0.1f;
  float naive = 0;
  for (int i = 0; i < 100; i++) naive += cells[i];
  printf("%.9g %.9g\n", naive, kahan(cells, 100));
  printf("%d %d %d %d\n", (int)2.99, (int)-2.99, (int)lrint(2.5), (int)lround(2.5));
  printf("%.3f %.3f %.3f %.3f %.3f\n", sin(1), cos(1), tan(1), atan2(1, -1), exp(1));
  printf("%.3f %.3f %.3f %.3f %.3f\n", log(10), log10(1000), pow(2, 0.5), cbrt(27), fmod(-7, 3));
  printf("%g %g %g %g %g\n", floor(-1.5), ceil(-1.5), trunc(-1.5), round(-1.5), copysign(3, -zero));
  int exponent;
  double whole, mantissa = frexp(48, &exponent), fraction = modf(-3.25, &whole);
  printf("%g %d %g %g %g\n", mantissa, exponent, whole, fraction, ldexp(0.75, 4));
  printf("%d %d %d %d\n", isnan(zero / zero) != 0, isinf(one / zero) != 0, isfinite(one) != 0, signbit(-zero) != 0);
  printf("%.20Lf %Le %Lg\n", 0.1L, 1e100L, 123.456L);
  printf("%lu %ld %u\n", (unsigned long)1e19, (long)-1e18, (unsigned)3e9);
}
