// Pseudo-random numbers: rand and random.
//
// The sequences are glibc's, so that a run without srand sees what it sees
// natively. A program that seeds from the clock is explored for the one seed
// the modelled clock gives.
//
// The state is shared by all threads, and glibc locks it: one atomic access
// orders the calls, and what follows it belongs to the same transition.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdlib.h>

#include "builtins.h"

// Each number is the sum of those 31 and 3 calls before it.
enum { LENGTH = 31, DISTANCE = 3, DISCARDED = 310 };

// As srand(1) leaves it.
static uint32_t history[LENGTH] = {
    0x991539b1, 0x16a5bce3, 0x6774a4cd, 0x3e01511e, 0x4e508aaa, 0x61048c05, 0xf5500617, 0x846b7115,
    0x6a19892c, 0x896a97af, 0xdb48f936, 0x14898454, 0x37ffd106, 0xb58bff9c, 0x59e17104, 0xcf918a49,
    0x09378c83, 0x52c7a471, 0x8d293ea9, 0x1f4fc301, 0xc3db71be, 0x39b44e1c, 0xf8a44ef9, 0x4c8b80b1,
    0x19edc328, 0x87bf4bdd, 0xc9b240e5, 0xe9ee4b1b, 0x4382aee7, 0x535b6b41, 0xf3bec5da,
};
static _Atomic uint32_t oldest = DISTANCE; // its index

// Writing back what is there makes this a write as well: calls do not commute.
static uint32_t enter(void) { return atomic_fetch_or(&oldest, 0); }

static HEDDLE_INVISIBLE uint32_t advance(uint32_t index) {
  history[index] += history[(index + LENGTH - DISTANCE) % LENGTH];
  oldest = (index + 1) % LENGTH;
  return history[index] >> 1;
}

static HEDDLE_INVISIBLE void seed_history(uint32_t seed) {
  int32_t value = seed != 0 ? (int32_t)seed : 1;
  for (int i = 0; i < LENGTH; ++i) {
    history[i] = (uint32_t)value;
    value = (int32_t)(INT64_C(16807) * value % INT32_MAX);
    if (value < 0) value += INT32_MAX;
  }
  oldest = DISTANCE;
  for (int i = 0; i < DISCARDED; ++i) advance(oldest);
}

static uint32_t draw(void) {
  __heddle_assumption("random numbers are one fixed sequence per seed");
  return advance(enter());
}

static void seed_anew(unsigned seed) {
  enter();
  seed_history(seed);
}

int rand(void) { return (int)draw(); }
long random(void) { return draw(); }
void srand(unsigned seed) { seed_anew(seed); }
void srandom(unsigned seed) { seed_anew(seed); }

static unsigned step(unsigned *seed) {
  *seed = *seed * 1103515245 + 12345;
  return *seed / 65536;
}

// The seed is the caller's own: two threads that share one race.
int rand_r(unsigned *seed) {
  unsigned next = *seed;
  unsigned result = step(&next) % 2048;
  result = result << 10 ^ step(&next) % 1024;
  result = result << 10 ^ step(&next) % 1024;
  *seed = next;
  return (int)result;
}
