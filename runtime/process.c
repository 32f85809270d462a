// The end of the process: exit and its handlers, abort.
//
// The list of handlers is the models' own: its accesses are invisible, after one visible step where
// the order between threads matters.
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "pthread_internal.h"

enum { HANDLERS_MAX = 128 };

struct handler {
  void (*plain)(void);  // atexit
  void (*with_argument)(void *);  // __cxa_atexit
  void (*with_code)(int, void *);  // on_exit
  void *argument;
};

struct handlers {
  unsigned count;
  struct handler list[HANDLERS_MAX];
};

static struct handlers at_exit;
static struct handlers at_quick_exit_list;

static HEDDLE_INVISIBLE int add(struct handlers *handlers, struct handler handler) {
  __heddle_visible(HEDDLE_ONCE, handlers, sizeof handlers->count);
  if (handlers->count == HANDLERS_MAX) return -1;
  handlers->list[handlers->count++] = handler;
  return 0;
}

// The newest handler, taken off the list: a handler may register others.
static HEDDLE_INVISIBLE int take(struct handlers *handlers, struct handler *handler) {
  if (handlers->count == 0) return 0;
  *handler = handlers->list[--handlers->count];
  handlers->list[handlers->count] = (struct handler){0};
  return 1;
}

static HEDDLE_INVISIBLE void run(struct handlers *handlers, int code) {
  if (__heddle_option(HEDDLE_TELL_ALL))
    __heddle_visible(HEDDLE_ONCE, handlers, sizeof handlers->count);
  else
    __heddle_visible(HEDDLE_TOUCH, handlers, sizeof handlers->count);
  struct handler handler;
  while (take(handlers, &handler)) {
    if (handler.plain) handler.plain();
    if (handler.with_argument) handler.with_argument(handler.argument);
    if (handler.with_code) handler.with_code(code, handler.argument);
  }
}

int atexit(void (*function)(void)) { return add(&at_exit, (struct handler){.plain = function}); }

int at_quick_exit(void (*function)(void)) {
  return add(&at_quick_exit_list, (struct handler){.plain = function});
}

int __cxa_atexit(void (*function)(void *), void *argument, void *object);
int __cxa_atexit(void (*function)(void *), void *argument, void *object) {
  (void)object;
  return add(&at_exit, (struct handler){.with_argument = function, .argument = argument});
}

int on_exit(void (*function)(int, void *), void *argument) {
  return add(&at_exit, (struct handler){.with_code = function, .argument = argument});
}

void _Exit(int code) {
  __heddle_visible(HEDDLE_EXIT, 0, 0);
  __heddle_exit(code);
}

void _exit(int code);
void _exit(int code) { _Exit(code); }

static HEDDLE_INVISIBLE void end_thread_locals(void) {
  if (__heddle_end_thread_locals) __heddle_end_thread_locals();
}

void exit(int code) {
  end_thread_locals();
  run(&at_exit, code);
  _Exit(code);
}

void quick_exit(int code) {
  run(&at_quick_exit_list, code);
  _Exit(code);
}

void abort(void) { __heddle_fail("abort", "abort was called"); }
