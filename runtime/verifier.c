// The functions that programs of verification competitions declare but do not define.
//
// Booleans take both values. Wider types have too many values to try them all: a few are sampled,
// the ones that programs compare with and the ones where arithmetic goes wrong, and the verdict can
// then no longer be `verified`. 0 comes first, so that the first execution is the plainest.
// There is no __VERIFIER_nondet_pointer: no sample of pointers means anything, so it is refused.
//
// Functions of the program whose names begin with __VERIFIER_atomic_ are the frontend's business.
// SPDX-License-Identifier: Apache-2.0
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "builtins.h"

// See heddle_assume.
void __VERIFIER_assume(int condition) {
  if (!condition) __heddle_visible(HEDDLE_EXIT, 0, 0);
  __heddle_assume(condition);
}

void __VERIFIER_atomic_begin(void) { __heddle_atomic_begin(); }
void __VERIFIER_atomic_end(void) { __heddle_atomic_end(); }

void reach_error(void) { __heddle_fail("assertion", "reach_error() was called"); }
void __VERIFIER_error(void) { __heddle_fail("assertion", "__VERIFIER_error() was called"); }

void __VERIFIER_assert(int condition) {
  if (!condition) __heddle_fail("assertion", "__VERIFIER_assert failed");
}

bool __VERIFIER_nondet_bool(void) { return __heddle_choose(2) != 0; }

typedef __int128 widest;
typedef unsigned __int128 unsigned_widest;

static widest sample_signed(widest maximum) {
  switch (__heddle_choose(8)) {
    case 0: return 0;
    case 1: return 1;
    case 2: return -1;
    case 3: return 2;
    case 4: return -2;
    case 5: return 3;
    case 6: return maximum;
    default: return -maximum - 1;
  }
}

static unsigned_widest sample_unsigned(unsigned_widest maximum) {
  switch (__heddle_choose(6)) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    case 3: return 3;
    case 4: return maximum / 2 + 1;  // the first that turns negative in a signed type
    default: return maximum;
  }
}

static double sample_double(double smallest, double largest) {
  switch (__heddle_choose(11)) {
    case 0: return 0.0;
    case 1: return 1.0;
    case 2: return -1.0;
    case 3: return 0.5;
    case 4: return -0.0;
    case 5: return smallest;
    case 6: return largest;
    case 7: return -largest;
    case 8: return INFINITY;
    case 9: return -INFINITY;
    default: return NAN;
  }
}

#define SAMPLED(type, name, values, sample)                                           \
  type __VERIFIER_nondet_##name(void);                                                \
  type __VERIFIER_nondet_##name(void) {                                               \
    __heddle_incomplete("sampled values of __VERIFIER_nondet_" #name ": only " values \
                        " were tried");                                               \
    return (type)(sample);                                                            \
  }
#define SIGNED(type, name)                                  \
  SAMPLED(type, name, "-2 to 3 and the limits of the type", \
          sample_signed((widest)(~(unsigned_widest)0 >> (129 - 8 * sizeof(type)))))
#define UNSIGNED(type, name)                                               \
  SAMPLED(type, name, "0 to 3, the largest and the upper half's smallest", \
          sample_unsigned((type) ~(type)0))
#define FLOATING(type, name, smallest, largest)                                   \
  SAMPLED(type, name,                                                             \
          "0, -0, 0.5, 1, -1, the smallest normal number, the largest in either " \
          "sign, the infinities and NaN",                                         \
          sample_double(smallest, largest))

SIGNED(char, char)
SIGNED(signed char, schar)
SIGNED(short, short)
SIGNED(int, int)
SIGNED(long, long)
SIGNED(long long, longlong)
SIGNED(long long, loff_t)
SIGNED(ptrdiff_t, ptrdiff_t)
SIGNED(int8_t, i8)
SIGNED(int16_t, i16)
SIGNED(int32_t, i32)
SIGNED(int64_t, i64)
SIGNED(int8_t, int8_t)
SIGNED(int16_t, int16_t)
SIGNED(int32_t, int32_t)
SIGNED(int64_t, int64_t)
SIGNED(__int128, int128)

UNSIGNED(unsigned char, uchar)
UNSIGNED(unsigned char, unsigned_char)
UNSIGNED(unsigned short, ushort)
UNSIGNED(unsigned, uint)
UNSIGNED(unsigned, unsigned)
UNSIGNED(unsigned, unsigned_int)
UNSIGNED(unsigned long, ulong)
UNSIGNED(unsigned long, unsigned_long)
UNSIGNED(unsigned long, sector_t)
UNSIGNED(unsigned long long, ulonglong)
UNSIGNED(size_t, size_t)
UNSIGNED(uint8_t, u8)
UNSIGNED(uint16_t, u16)
UNSIGNED(uint32_t, u32)
UNSIGNED(uint64_t, u64)
UNSIGNED(uint8_t, uint8_t)
UNSIGNED(uint16_t, uint16_t)
UNSIGNED(uint32_t, uint32_t)
UNSIGNED(uint64_t, uint64_t)
UNSIGNED(unsigned __int128, uint128)

FLOATING(float, float, FLT_MIN, FLT_MAX)
FLOATING(double, double, DBL_MIN, DBL_MAX)
