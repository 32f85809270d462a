// Random numbers: the library's own sequences, from every kind of seed.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "testing.h"

#include <limits.h>

MODEL(rand);
MODEL(srand);
MODEL(random);
MODEL(srandom);
MODEL(rand_r);
MODEL(drand48);
MODEL(lrand48);
MODEL(mrand48);
MODEL(erand48);
MODEL(nrand48);
MODEL(jrand48);
MODEL(srand48);
MODEL(seed48);

enum { CALLS = 200 };

static const unsigned seeds[] = {0, 1, 2, 42, 123456789, INT_MAX, 1u << 31, UINT_MAX};

#define EACH_SEED(seed) for (const unsigned *seed = seeds; seed < seeds + 8; ++seed)

// Runs first: nobody has called srand yet.
static void test_without_seed(void) {
  for (int i = 0; i < CALLS; ++i) CHECK(model_rand() == rand(), "call %d", i);
  for (int i = 0; i < CALLS; ++i) CHECK(model_lrand48() == lrand48(), "call %d", i);
}

static void test_seeded(void) {
  EACH_SEED(seed) {
    model_srand(*seed), srand(*seed);
    for (int i = 0; i < CALLS; ++i) CHECK(model_rand() == rand(), "seed %u, call %d", *seed, i);
    model_srandom(*seed), srandom(*seed);
    for (int i = 0; i < CALLS; ++i) CHECK(model_random() == random(), "seed %u, call %d", *seed, i);
  }
}

static void test_own_seed(void) {
  EACH_SEED(seed) {
    unsigned a = *seed, b = *seed;
    for (int i = 0; i < CALLS; ++i) CHECK(model_rand_r(&a) == rand_r(&b), "seed %u", *seed);
    CHECK(a == b, "seed %u", *seed);
  }
}

static void test_48_bits(void) {
  EACH_SEED(seed) {
    model_srand48((int)*seed), srand48((int)*seed);
    for (int i = 0; i < CALLS; ++i) {
      CHECK(model_drand48() == drand48(), "seed %u", *seed);
      CHECK(model_lrand48() == lrand48(), "seed %u", *seed);
      CHECK(model_mrand48() == mrand48(), "seed %u", *seed);
    }
  }
}

static void test_48_bits_of_own(void) {
  unsigned short a[3] = {1, 0xffff, 0x8000}, b[3] = {1, 0xffff, 0x8000};
  for (int i = 0; i < CALLS; ++i) {
    CHECK(model_erand48(a) == erand48(b), "call %d", i);
    CHECK(model_nrand48(a) == nrand48(b), "call %d", i);
    CHECK(model_jrand48(a) == jrand48(b), "call %d", i);
    CHECK(memcmp(a, b, sizeof a) == 0, "call %d", i);
  }
  model_srand48(5), srand48(5);
  CHECK(memcmp(model_seed48(a), seed48(b), sizeof a) == 0, "the previous state");
  CHECK(model_lrand48() == lrand48(), "after seed48");
}

int main(void) {
  RUN(test_without_seed);
  RUN(test_seeded);
  RUN(test_own_seed);
  RUN(test_48_bits);
  RUN(test_48_bits_of_own);
  return tests_result();
}
