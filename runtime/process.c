// The end of the process: exit and its relatives, and the handlers they run.
//
// Handlers form a stack; each is taken off before it runs, so that one registered meanwhile runs next,
// as C demands. The C library guards its list by a lock; here taking and adding are atomic sections.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "library.h"

enum handler_kind { PLAIN, WITH_ARGUMENT, WITH_STATUS };

struct handler {
  struct handler *next;
  enum handler_kind kind;
  union {
    void (*plain)(void);
    void (*with_argument)(void *);
    void (*with_status)(int, void *);
  } call;
  void *argument;
};

static struct handler *exit_handlers;
static struct handler *quick_exit_handlers;

HEDDLE_INVISIBLE static void push(struct handler **stack, struct handler *handler) {
  handler->next = *stack;
  *stack = handler;
}

HEDDLE_INVISIBLE static struct handler *pop(struct handler **stack) {
  struct handler *top = *stack;
  if (top) *stack = top->next;
  return top;
}

static int add(struct handler **stack, struct handler handler) {
  struct handler *entry = __heddle_allocate(sizeof *entry, _Alignof(struct handler));
  *entry = handler;
  __heddle_atomic_begin();
  push(stack, entry);
  __heddle_atomic_end();
  return 0;
}

static struct handler *take(struct handler **stack) {
  __heddle_atomic_begin();
  struct handler *top = pop(stack);
  __heddle_atomic_end();
  return top;
}

static void run_all(struct handler **stack, int status) {
  struct handler *entry;
  while ((entry = take(stack))) {
    struct handler handler = *entry;
    __heddle_free(entry);
    switch (handler.kind) {
      case PLAIN: handler.call.plain(); break;
      case WITH_ARGUMENT: handler.call.with_argument(handler.argument); break;
      case WITH_STATUS: handler.call.with_status(status, handler.argument); break;
    }
  }
}

_Noreturn static void end_process(int status) {
  __heddle_visible(HEDDLE_EXIT, NULL, 0);
  __heddle_exit(status & 0xff);
}

int atexit(void (*function)(void)) {
  return add(&exit_handlers, (struct handler){.kind = PLAIN, .call.plain = function});
}

int at_quick_exit(void (*function)(void)) {
  return add(&quick_exit_handlers, (struct handler){.kind = PLAIN, .call.plain = function});
}

int on_exit(void (*function)(int, void *), void *argument) {
  return add(&exit_handlers,
             (struct handler){.kind = WITH_STATUS, .call.with_status = function, .argument = argument});
}

// What the compiler calls for destructors of static C++ objects; there is only one image, so no `image`.
int __cxa_atexit(void (*function)(void *), void *argument, void *image);
int __cxa_atexit(void (*function)(void *), void *argument, void *image) {
  (void)image;
  return add(&exit_handlers,
             (struct handler){.kind = WITH_ARGUMENT, .call.with_argument = function, .argument = argument});
}

void exit(int status) {
  run_all(&exit_handlers, status);
  end_process(status);
}

void quick_exit(int status) {
  run_all(&quick_exit_handlers, status);
  end_process(status);
}

void _Exit(int status) { end_process(status); }
void _exit(int status) { end_process(status); }
