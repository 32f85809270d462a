// The functions of math.h over many values, for double and for float, to the last bit.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t random_state = 42;

static uint64_t next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

// NaNs differ in sign and contents, which nothing promises.
static uint64_t bits_of_double(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return x != x ? 1 : bits;
}

static uint64_t bits_of_float(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return x != x ? 1 : bits;
}

// Not folded by the compiler: what counts is what happens when the program runs.
static volatile double edges[] = {0.0,  -0.0, 1.0,   -1.0,  0.5,      -2.5,     3.0,     -4.0,      1e-310,
                                  1e-40, 88.8, 104.0, 709.8, -745.2,   -104.0,   1e38,    1.7e308,   0x1p-149,
                                  38.6, 308.3, 0.1,   10.0,  INFINITY, -INFINITY, NAN,    16777217.0, 35.1};
enum { EDGES = sizeof edges / sizeof edges[0], RANDOM = 40, VALUES = EDGES + RANDOM };

static double value(int k) {
  if (k < EDGES) return edges[k];
  const double mantissa = (double)(int64_t)next_random() / 0x1p63;
  return ldexp(mantissa, (int)(next_random() % 16) - 6);
}

static uint64_t mixed(uint64_t sum, uint64_t bits) { return (sum ^ bits) * 0x9e3779b97f4a7c15 + 1; }

#define UNARY(function)                                                                      \
  do {                                                                                       \
    uint64_t sum = 0, float_sum = 0, errors = 0;                                             \
    for (int k = 0; k < VALUES; ++k) {                                                       \
      const double x = value(k);                                                             \
      errno = 0;                                                                             \
      sum = mixed(sum, bits_of_double(function(x)));                                         \
      errors = mixed(errors, (uint64_t)errno);                                               \
      float_sum = mixed(float_sum, bits_of_float(function##f((float)x)));                    \
    }                                                                                        \
    printf("%s %llx %llx %llx\n", #function, (unsigned long long)sum,                        \
           (unsigned long long)float_sum, (unsigned long long)errors);                       \
  } while (0)

#define BINARY(function)                                                                     \
  do {                                                                                       \
    uint64_t sum = 0, float_sum = 0;                                                         \
    for (int k = 0; k < VALUES; ++k) {                                                       \
      const double x = value(k);                                                             \
      const double y = value((7 * k + 3) % VALUES);                                          \
      sum = mixed(sum, bits_of_double(function(x, y)));                                      \
      float_sum = mixed(float_sum, bits_of_float(function##f((float)x, (float)y)));          \
    }                                                                                        \
    printf("%s %llx %llx\n", #function, (unsigned long long)sum,                             \
           (unsigned long long)float_sum);                                                   \
  } while (0)

static void exponentials(void) {
  UNARY(exp);
  UNARY(exp2);
  UNARY(exp10);
  UNARY(expm1);
  UNARY(log);
  UNARY(log2);
  UNARY(log10);
  UNARY(log1p);
  UNARY(logb);
  UNARY(sqrt);
  UNARY(cbrt);
  BINARY(pow);
  BINARY(hypot);
}

static void angles(void) {
  UNARY(sin);
  UNARY(cos);
  UNARY(tan);
  UNARY(asin);
  UNARY(acos);
  UNARY(atan);
  UNARY(sinh);
  UNARY(cosh);
  UNARY(tanh);
  UNARY(asinh);
  UNARY(acosh);
  UNARY(atanh);
  BINARY(atan2);
}

static void others(void) {
  UNARY(erf);
  UNARY(erfc);
  UNARY(tgamma);
  UNARY(lgamma);
  UNARY(floor);
  UNARY(ceil);
  UNARY(trunc);
  UNARY(round);
  UNARY(rint);
  UNARY(nearbyint);
  UNARY(fabs);
  BINARY(fmod);
  BINARY(remainder);
  BINARY(nextafter);
  BINARY(fdim);
  BINARY(fmax);
  BINARY(fmin);
  BINARY(copysign);
}

int main(void) {
  exponentials();
  angles();
  others();
}
