// Cleanup handlers, the non-local jumps they are made of, and the cancellation of threads.
//
// glibc's pthread_cleanup_push saves a place to jump to and registers it; pthread_exit jumps from
// handler to handler, innermost first (see __heddle_unwind). The jumps are the machine's; setjmp
// itself is not here because it must be lowered in its caller's frame. Cancellation is refused;
// what merely prepares for it does nothing.
// SPDX-License-Identifier: Apache-2.0
#include "pthread_internal.h"

#include <setjmp.h>

HEDDLE_INVISIBLE void __pthread_register_cancel(__pthread_unwind_buf_t *handler) {
  struct thread *self = &__heddle_threads[__heddle_thread_self()];
  handler->__pad[0] = self->cleanup;
  self->cleanup = handler;
}

HEDDLE_INVISIBLE void __pthread_unregister_cancel(__pthread_unwind_buf_t *handler) {
  __heddle_threads[__heddle_thread_self()].cleanup = handler->__pad[0];
}

HEDDLE_INVISIBLE void __pthread_register_cancel_defer(__pthread_unwind_buf_t *handler) {
  __pthread_register_cancel(handler);
}

HEDDLE_INVISIBLE void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t *handler) {
  __pthread_unregister_cancel(handler);
}

HEDDLE_INVISIBLE void __pthread_unwind_next(__pthread_unwind_buf_t *handler) {
  (void)handler;
  __heddle_unwind();
}

// With -fexceptions the handlers are variables with a cleanup attribute, which calls this.
void __pthread_cleanup_routine(struct __pthread_cleanup_frame *frame);

HEDDLE_INVISIBLE void __pthread_cleanup_routine(struct __pthread_cleanup_frame *frame) {
  if (frame->__do_it) frame->__cancel_routine(frame->__cancel_arg);
}

static HEDDLE_INVISIBLE __attribute__((noreturn)) void jump(void *buffer, int value) {
  __heddle_longjmp(buffer, value != 0 ? value : 1);
}

void __longjmp_chk(struct __jmp_buf_tag buffer[1], int value) __attribute__((noreturn));

HEDDLE_INVISIBLE void longjmp(struct __jmp_buf_tag buffer[1], int value) { jump(buffer, value); }
HEDDLE_INVISIBLE void _longjmp(struct __jmp_buf_tag buffer[1], int value) { jump(buffer, value); }
HEDDLE_INVISIBLE void siglongjmp(struct __jmp_buf_tag buffer[1], int value) { jump(buffer, value); }
HEDDLE_INVISIBLE void __longjmp_chk(struct __jmp_buf_tag buffer[1], int value) {
  jump(buffer, value);
}

HEDDLE_INVISIBLE int pthread_cancel(pthread_t id) {
  (void)id;
  __heddle_unsupported("pthread_cancel: the cancellation of threads is not modelled");
}

HEDDLE_INVISIBLE int pthread_setcancelstate(int state, int *old) {
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  if (old != NULL) *old = PTHREAD_CANCEL_ENABLE;
  return 0;
}

HEDDLE_INVISIBLE int pthread_setcanceltype(int type, int *old) {
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  if (old != NULL) *old = PTHREAD_CANCEL_DEFERRED;
  return 0;
}

HEDDLE_INVISIBLE void pthread_testcancel(void) {}
