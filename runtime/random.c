// rand, random and the drand48 family: fixed sequences.
//
// The C library locks its generators, so each draw is one atomic step: no data race, but the order of
// draws between threads counts. rand and random only add to a counter and scramble it, which needs
// eight bytes of state; the drand48 family and rand_r give the very numbers that POSIX and glibc give.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdlib.h>

#include "library.h"

#define NOTE_RANDOM() __heddle_assumption("random numbers are one fixed sequence per seed")

static _Atomic uint64_t draws = 1;

static uint64_t scramble(uint64_t x) {
  x *= 0x9e3779b97f4a7c15u;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  return x ^ x >> 32;
}

static int draw(void) {
  NOTE_RANDOM();
  uint64_t number = atomic_fetch_add_explicit(&draws, 1, memory_order_relaxed);
  return (int)(scramble(number) >> 33);
}

static void seed_draws(unsigned seed) {
  // Seeds lie far apart, so that the sequences of two seeds do not overlap.
  atomic_store_explicit(&draws, ((uint64_t)seed - 1) << 32 | 1, memory_order_relaxed);
}

int rand(void) { return draw(); }
long random(void) { return draw(); }
void srand(unsigned seed) { seed_draws(seed); }
void srandom(unsigned seed) { seed_draws(seed); }

int rand_r(unsigned *seed) {
  unsigned state = *seed;
  unsigned result = 0;
  for (int part = 0; part < 3; ++part) {
    state = state * 1103515245u + 12345u;
    unsigned bits = part == 0 ? 11 : 10;
    result = result << bits | (state >> 16 & ((1u << bits) - 1));
  }
  *seed = state;
  return (int)result;
}

// The 48-bit generator of POSIX: x' = (a x + c) mod 2^48.
enum { BITS_48_INCREMENT = 0xb };
static const uint64_t multiplier_48 = 0x5deece66d;
static const uint64_t mask_48 = 0xffffffffffff;
static _Atomic uint64_t state_48;

static uint64_t next_48(uint64_t x) { return (x * multiplier_48 + BITS_48_INCREMENT) & mask_48; }

static uint64_t draw_48(void) {
  NOTE_RANDOM();
  __heddle_atomic_begin();
  uint64_t x = next_48(atomic_load_explicit(&state_48, memory_order_relaxed));
  atomic_store_explicit(&state_48, x, memory_order_relaxed);
  __heddle_atomic_end();
  return x;
}

static uint64_t draw_own_48(unsigned short state[3]) {
  uint64_t x = next_48((uint64_t)state[2] << 32 | (uint64_t)state[1] << 16 | state[0]);
  state[0] = (unsigned short)x;
  state[1] = (unsigned short)(x >> 16);
  state[2] = (unsigned short)(x >> 32);
  return x;
}

static double as_fraction(uint64_t x) { return (double)x * 0x1p-48; }

double drand48(void) { return as_fraction(draw_48()); }
long lrand48(void) { return (long)(draw_48() >> 17); }
long mrand48(void) { return (int32_t)(draw_48() >> 16); }
double erand48(unsigned short state[3]) { return as_fraction(draw_own_48(state)); }
long nrand48(unsigned short state[3]) { return (long)(draw_own_48(state) >> 17); }
long jrand48(unsigned short state[3]) { return (int32_t)(draw_own_48(state) >> 16); }

void srand48(long seed) {
  atomic_store_explicit(&state_48, (uint64_t)(uint32_t)seed << 16 | 0x330e, memory_order_relaxed);
}
