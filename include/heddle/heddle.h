// heddle.h: what a program under check may say to heddle.
//
// Compiled by heddle, these functions steer the search. Compiled natively (HEDDLE undefined), they
// are harmless stand-ins, so that the same file also builds and runs as an ordinary program.
// SPDX-License-Identifier: Apache-2.0
#ifndef HEDDLE_HEDDLE_H
#define HEDDLE_HEDDLE_H

#ifdef __HEDDLE__

#ifdef __cplusplus
extern "C" {
#endif

// Explores every value from 0 to n-1.
unsigned heddle_choose(unsigned n);
// Explores only the executions in which the condition holds here.
void heddle_assume(int condition);
// Reports an error when the condition does not hold.
#define heddle_assert(condition) heddle_assert_at((condition) ? 1 : 0, #condition)
void heddle_assert_at(int condition, const char *text);
// No other thread runs between begin and end, unless this one blocks. Sections nest.
void heddle_atomic_begin(void);
void heddle_atomic_end(void);
// The thread gets on here: threads that go round for ever through this are not in a livelock.
void heddle_progress(void);

#ifdef __cplusplus
}
#endif

#else  // a native build

#include <assert.h>
#include <stdlib.h>

static inline unsigned heddle_choose(unsigned n) { return n ? (unsigned)rand() % n : 0u; }
// An execution that does not satisfy an assumption is not one to judge: it ends quietly.
static inline void heddle_assume(int condition) {
  if (!condition) exit(0);
}
#define heddle_assert(condition) assert(condition)
static inline void heddle_atomic_begin(void) {}
static inline void heddle_atomic_end(void) {}
static inline void heddle_progress(void) {}

#endif

// HEDDLE_TEST(name) { ... }: a test. A file may hold many, in C and C++. `heddle test` checks each under every
// interleaving; a native build runs each body once and needs no main.
#include <heddle/test.h>

#endif
