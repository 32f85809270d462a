// Time does not run backwards.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <time.h>

int main(void) {
  struct timespec before, after;
  assert(clock_gettime(CLOCK_MONOTONIC, &before) == 0);
  time_t start = time(NULL);
  assert(clock_gettime(CLOCK_MONOTONIC, &after) == 0);
  assert(after.tv_sec > before.tv_sec ||
         (after.tv_sec == before.tv_sec && after.tv_nsec >= before.tv_nsec));
  assert(time(NULL) >= start && after.tv_nsec < 1000000000);
}
