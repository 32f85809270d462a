// <math.h> for double and float.
//
// Whatever has one exact answer is plain code or an instruction of the machine. The rest is asked of
// the host's own function for double or float, so results are those of a native run. Rounding is always
// to nearest; errno is set, floating point exceptions are not kept. Functions of long double are left
// out, and so refused by name.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>

#include "builtins.h"

static int is_nan(double x) { return x != x; }
static int is_infinite(double x) { return __builtin_fabs(x) == INFINITY; }

// --- functions of the host ---

static double with_errno(double result, int error) {
  errno = error;
  return result;
}

// Numbers make no NaN, and finite ones nothing infinite, but by an error of domain or range.
static double check(double result, double x, double y) {
  if (is_nan(result)) return is_nan(x) || is_nan(y) ? result : with_errno(result, EDOM);
  if (!is_infinite(result) || is_infinite(x) || is_infinite(y)) return result;
  return with_errno(result, ERANGE);
}

// The same where a zero means that the result was too small.
static double check_small(double result, double x, double y) {
  const int is_lost = result == 0 && x != 0 && !is_infinite(x) && !is_infinite(y);
  return is_lost ? with_errno(result, ERANGE) : check(result, x, y);
}

#define HOST1(name, checked)                                                \
  double name(double x) { return checked(__heddle_math1(#name, x), x, 0); } \
  float name##f(float x) { return (float)checked(__heddle_math1(#name "f", x), x, 0); }
#define HOST2(name, checked)                                                             \
  double name(double x, double y) { return checked(__heddle_math2(#name, x, y), x, y); } \
  float name##f(float x, float y) { return (float)checked(__heddle_math2(#name "f", x, y), x, y); }

HOST1(sin, check)
HOST1(cos, check)
HOST1(tan, check)
HOST1(asin, check)
HOST1(acos, check)
HOST1(atan, check)
HOST1(sinh, check)
HOST1(cosh, check)
HOST1(tanh, check)
HOST1(asinh, check)
HOST1(acosh, check)
HOST1(atanh, check)
HOST1(exp, check_small)
HOST1(exp2, check_small)
HOST1(exp10, check_small)
HOST1(expm1, check)
HOST1(log, check)
HOST1(log2, check)
HOST1(log10, check)
HOST1(log1p, check)
HOST1(sqrt, check)
HOST1(cbrt, check)
HOST1(erf, check)
HOST1(erfc, check_small)
HOST1(tgamma, check_small)
HOST2(pow, check_small)
HOST2(atan2, check_small)
HOST2(fmod, check)
HOST2(remainder, check)
HOST2(hypot, check)

double drem(double x, double y) { return remainder(x, y); }
float dremf(float x, float y) { return remainderf(x, y); }

void sincos(double x, double *sine, double *cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}

void sincosf(float x, float *sine, float *cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}

// The gamma function is negative between every other pair of negative integers.
static int sign_of_gamma(double x) {
  const double floor = __builtin_floor(x);
  if (x == 0) return __builtin_copysign(1, x) < 0 ? -1 : 1;
  return x < 0 && floor != x && floor / 2 != __builtin_floor(floor / 2) ? -1 : 1;
}

double lgamma_r(double x, int *sign) {
  *sign = sign_of_gamma(x);
  return check(__heddle_math1("lgamma", x), x, 0);
}

float lgammaf_r(float x, int *sign) {
  *sign = sign_of_gamma(x);
  return (float)check(__heddle_math1("lgammaf", x), x, 0);
}

// Shared by all threads: as POSIX warns, two of them must not call lgamma at once.
int signgam;
double lgamma(double x) { return lgamma_r(x, &signgam); }
float lgammaf(float x) { return lgammaf_r(x, &signgam); }

// --- exact instructions of the machine ---

#define EXACT1(name)                                    \
  double name(double x) { return __builtin_##name(x); } \
  float name##f(float x) { return __builtin_##name##f(x); }
#define EXACT2(name)                                                 \
  double name(double x, double y) { return __builtin_##name(x, y); } \
  float name##f(float x, float y) { return __builtin_##name##f(x, y); }

EXACT1(fabs)
EXACT1(floor)
EXACT1(ceil)
EXACT1(trunc)
EXACT1(round)
EXACT1(roundeven)
EXACT1(rint)
EXACT1(nearbyint)
EXACT2(copysign)
EXACT2(fmax)
EXACT2(fmin)

double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

#define TO_INTEGER(name, type, rounding)                        \
  type name(double x) { return (type)__builtin_##rounding(x); } \
  type name##f(float x) { return (type)__builtin_##rounding##f(x); }

TO_INTEGER(lround, long, round)
TO_INTEGER(llround, long long, round)
TO_INTEGER(lrint, long, rint)
TO_INTEGER(llrint, long long, rint)

// --- exponents ---

static double power_of_two(int exponent) {  // -1022 <= exponent <= 1023
  const union {
    uint64_t bits;
    double value;
  } power = {(uint64_t)(exponent + 1023) << 52};
  return power.value;
}

// Rounds once: on the way down a step that already loses bits leaves at least 54 places to go, and
// the result is 0 in any case.
static double scale(double x, long exponent) {
  if (exponent > 2100) exponent = 2100;
  if (exponent < -2200) exponent = -2200;
  for (; exponent > 1023; exponent -= 1023) x *= 0x1p1023;
  for (; exponent < -1022; exponent += 969) x *= 0x1p-969;
  return x * power_of_two((int)exponent);
}

// In double a float is scaled without loss, unless the result is 0 in float anyway.
#define SCALE(name, type)                                                                \
  double name(double x, type exponent) { return check_small(scale(x, exponent), x, 0); } \
  float name##f(float x, type exponent) {                                                \
    return (float)check_small((float)scale(x, exponent), x, 0);                          \
  }

SCALE(ldexp, int)
SCALE(scalbn, int)
SCALE(scalbln, long)

// A pole without an error: glibc leaves errno alone here.
double logb(double x) { return __heddle_math1("logb", x); }
float logbf(float x) { return (float)logb(x); }

int ilogb(double x) {
  if (x != 0 && !is_nan(x) && !is_infinite(x)) return (int)logb(x);
  errno = EDOM;
  return x == 0 ? FP_ILOGB0 : is_nan(x) ? FP_ILOGBNAN : INT_MAX;
}

int ilogbf(float x) { return ilogb(x); }

double frexp(double x, int *exponent) {
  if (x == 0 || is_nan(x) || is_infinite(x)) return *exponent = 0, x;
  *exponent = (int)logb(x) + 1;
  return scale(x, -*exponent);
}

float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }

// --- parts, differences and neighbours ---

double modf(double x, double *whole) {
  *whole = __builtin_trunc(x);
  return __builtin_copysign(is_infinite(x) ? 0 : x - *whole, x);
}

float modff(float x, float *whole) {
  *whole = __builtin_truncf(x);
  return __builtin_copysignf(is_infinite(x) ? 0 : x - *whole, x);
}

double fdim(double x, double y) { return x <= y ? 0 : check(x - y, x, y); }
float fdimf(float x, float y) { return x <= y ? 0 : (float)check(x - y, x, y); }

// Only the quotient's low three bits are due, so what remains of x after taking 8y away as often as
// possible is enough to count them.
double remquo(double x, double y, int *quotient) {
  const double rest = __heddle_math2("remainder", x, y);
  *quotient = 0;
  if (is_nan(rest) || is_infinite(y)) return rest;
  const double divisor = __builtin_fabs(y), eight = 8 * divisor, size = __builtin_fabs(x);
  const double low = is_infinite(eight) ? size : __heddle_math2("fmod", size, eight);
  const double whole = low - __heddle_math2("remainder", size, divisor);
  const int count = (int)__builtin_rint(whole / divisor) & 7;
  *quotient = (__builtin_copysign(1, x) < 0) == (__builtin_copysign(1, y) < 0) ? count : -count;
  return rest;
}

float remquof(float x, float y, int *quotient) { return (float)remquo(x, y, quotient); }

static float next_float(float x, int upwards) {
  union {
    float value;
    int32_t bits;
  } next = {x};
  if (x == 0) return upwards ? 0x1p-149f : -0x1p-149f;
  next.bits += (x > 0) == upwards ? 1 : -1;
  return next.value;
}

static double check_step(double result, double x, double smallest_normal) {
  const int is_small = __builtin_fabs(result) < smallest_normal && x != 0;
  return is_small || (is_infinite(result) && !is_infinite(x)) ? with_errno(result, ERANGE) : result;
}

static double step_double(double x, int upwards) {
  const double result = __heddle_math2("nextafter", x, upwards ? INFINITY : -INFINITY);
  return check_step(result, x, 0x1p-1022);
}

static float step_float(float x, int upwards) {
  return (float)check_step(next_float(x, upwards), x, 0x1p-126);
}

#define NEXT(name, type, toward, step)           \
  type name(type x, toward y) {                  \
    if (is_nan(x) || y != y) return x + (type)y; \
    return x == y ? (type)y : step(x, y > x);    \
  }

NEXT(nextafter, double, double, step_double)
NEXT(nextafterf, float, float, step_float)
NEXT(nexttoward, double, long double, step_double)
NEXT(nexttowardf, float, long double, step_float)

// --- kinds of numbers ---

// The contents of a NaN are the implementation's choice: the tag makes no difference here.
double nan(const char *tag) { return (void)tag, NAN; }
float nanf(const char *tag) { return (void)tag, NAN; }

static int kind_of(double x, double smallest_normal) {
  if (is_nan(x)) return FP_NAN;
  if (is_infinite(x)) return FP_INFINITE;
  if (x == 0) return FP_ZERO;
  return __builtin_fabs(x) < smallest_normal ? FP_SUBNORMAL : FP_NORMAL;
}

int __fpclassify(double x) { return kind_of(x, 0x1p-1022); }
int __fpclassifyf(float x) { return kind_of(x, 0x1p-126); }

static int sign_of_infinite(double x) { return is_infinite(x) ? (x > 0 ? 1 : -1) : 0; }
static int is_finite(double x) { return !is_nan(x) && !is_infinite(x); }
static int is_negative(double x) { return __builtin_copysign(1, x) < 0; }

#define KIND(name, function)                  \
  int(name)(double x) { return function(x); } \
  int(name##f)(float x) { return function(x); }

KIND(isnan, is_nan)
KIND(isinf, sign_of_infinite)
KIND(finite, is_finite)
KIND(__isnan, is_nan)
KIND(__isinf, sign_of_infinite)
KIND(__finite, is_finite)
KIND(__signbit, is_negative)

long double fabsl(long double x) { return __builtin_fabsl(x); }
