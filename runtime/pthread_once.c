// pthread_once: an owner word, owned by the thread that runs the routine, FLAG when it has been
// run.
//
// A call that finds the routine done commutes with everything, since that never changes again: it
// needs no visible point. A routine that calls once on its own control waits for ever: a deadlock.
// SPDX-License-Identifier: Apache-2.0
#include "pthread_internal.h"

_Static_assert(sizeof(pthread_once_t) == sizeof(uint32_t), "an owner word fits");

HEDDLE_INVISIBLE int pthread_once(pthread_once_t *control, void (*routine)(void)) {
  uint32_t *owner = (uint32_t *)control;
  if (*owner == FLAG && !__heddle_option(HEDDLE_TELL_ALL)) {
    __heddle_visible(HEDDLE_TOUCH, owner, sizeof *owner);
    return 0;
  }
  __heddle_await(HEDDLE_ONCE, owner, owner, OWNER_MASK, 0);
  if (*owner == FLAG) return 0;
  *owner = __heddle_thread_self() + 1;
  routine();
  if (__heddle_option(HEDDLE_TELL_ALL)) __heddle_visible(HEDDLE_ONCE, owner, sizeof *owner);
  *owner = FLAG;
  return 0;
}
