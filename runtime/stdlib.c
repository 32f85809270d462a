// The small functions of <stdlib.h> and <inttypes.h>: absolute values, division, environment, abort.
//
// setenv, system and the like are left out on purpose: a program that needs them is refused by name.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>

#include "library.h"

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }
intmax_t imaxabs(intmax_t n) { return n < 0 ? -n : n; }

div_t div(int n, int by) { return (div_t){n / by, n % by}; }
ldiv_t ldiv(long n, long by) { return (ldiv_t){n / by, n % by}; }
lldiv_t lldiv(long long n, long long by) { return (lldiv_t){n / by, n % by}; }
imaxdiv_t imaxdiv(intmax_t n, intmax_t by) { return (imaxdiv_t){n / by, n % by}; }

char *getenv(const char *name) {
  (void)name;
  __heddle_assumption("the environment is empty: getenv returns NULL");
  return NULL;
}

char *secure_getenv(const char *name) { return getenv(name); }

void abort(void) { __heddle_fail("abort", "abort() called"); }
