// WAIT_UNTIL(condition): busy waiting, which makes executions endless; with -DASSUME only executions without idle
// rounds count, which is what a stateless search needs.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <heddle/heddle.h>

#ifdef ASSUME
#define WAIT_UNTIL(condition) heddle_assume(condition)
#else
#define WAIT_UNTIL(condition) \
  while (!(condition)) {      \
  }
#endif
