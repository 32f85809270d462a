// Pseudo-random numbers of 48 bits: drand48 and its relatives.
//
// x' = a * x + c modulo 2 to the power of 48, with the a and c that POSIX lays down. The shared x is
// one atomic word; a and c change only by lcong48, which we leave out.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdlib.h>

#include "builtins.h"

static const uint64_t bits_48 = (UINT64_C(1) << 48) - 1;

static _Atomic uint64_t shared_x;

static uint64_t step(uint64_t x) { return (UINT64_C(0x5DEECE66D) * x + 0xB) & bits_48; }

static HEDDLE_INVISIBLE uint64_t advance(uint64_t x) {
  shared_x = step(x);
  return step(x);
}

// Reads and writes back in one access: calls do not commute. The rest belongs to its transition.
static uint64_t step_shared(void) { return advance(atomic_fetch_or(&shared_x, 0)); }

static uint64_t load(const unsigned short words[3]) {
  return words[0] | (uint64_t)words[1] << 16 | (uint64_t)words[2] << 32;
}

static void store(unsigned short words[3], uint64_t x) {
  for (int i = 0; i < 3; ++i) words[i] = (unsigned short)(x >> 16 * i);
}

static uint64_t step_words(unsigned short words[3]) {
  const uint64_t x = step(load(words));
  store(words, x);
  return x;
}

static double as_fraction(uint64_t x) { return (double)x / (double)(bits_48 + 1); }
static long as_natural(uint64_t x) { return (long)(x >> 17); }
static long as_integer(uint64_t x) { return (int32_t)(x >> 16); }

double drand48(void) { return as_fraction(step_shared()); }
long lrand48(void) { return as_natural(step_shared()); }
long mrand48(void) { return as_integer(step_shared()); }

double erand48(unsigned short words[3]) { return as_fraction(step_words(words)); }
long nrand48(unsigned short words[3]) { return as_natural(step_words(words)); }
long jrand48(unsigned short words[3]) { return as_integer(step_words(words)); }

void srand48(long seed) { atomic_store(&shared_x, (uint64_t)(uint32_t)seed << 16 | 0x330E); }

unsigned short *seed48(unsigned short words[3]) {
  static __thread unsigned short previous[3];
  store(previous, atomic_exchange(&shared_x, load(words)));
  return previous;
}
