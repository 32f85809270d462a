// The machine's entry point: runs the program in thread 0, and holds what every thread has.
//
// Thread 0 is running from the outset, so the control blocks are initialised data, not code.
// SPDX-License-Identifier: Apache-2.0
#include "pthread_internal.h"

#include <stdlib.h>

struct thread __heddle_threads[THREADS_MAX] = {{.state = 1}};
uint32_t __heddle_live_threads = 1;
void (*__heddle_at_thread_end)(void);
void (*__heddle_end_thread_locals)(void);

// Made by the frontend from the program's global constructors and from whatever main it has.
extern void __heddle_run_constructors(void);
extern int __heddle_call_main(void);

void __heddle_start(void);

HEDDLE_INVISIBLE void __heddle_start(void) {
  __heddle_run_constructors();
  exit(__heddle_call_main());
}
