// pthread_exit where the stack has something to clean up: destructors, and what C code compiled with
// -fexceptions has for its cleanup attributes.
//
// As under glibc, the end of a thread is an exception of its own kind that passes every frame. catch
// (...) stops it for a while, but has to throw it again. When no frame is left, the thread ends.
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

#include <cxxabi.h>

#include "builtins.h"
#include "exception.h"
extern "C" {
#include "pthread_internal.h"
}

namespace heddle_runtime {

namespace {

void complain(void*) { __heddle_fail("abort", "pthread_exit was caught and not thrown again"); }

}  // namespace

bool is_forced(const Thrown& thrown) { return thrown.destroy == &complain; }

}  // namespace heddle_runtime

using namespace heddle_runtime;

extern "C" void pthread_exit(void* result) {
  struct thread& self = __heddle_threads[__heddle_thread_self()];
  self.result = result;
  if (self.cleanup)
    __heddle_unsupported(
        "pthread_exit with cleanup handlers of code compiled without -fexceptions, in a program "
        "that "
        "has exceptions");
  auto* thrown = static_cast<Thrown*>(__heddle_allocate(sizeof(Thrown), alignof(Thrown)));
  *thrown = {&typeid(__cxxabiv1::__forced_unwind), &complain, 1};
  raise(thrown);
}

// Where unwinding comes to when no frame is left that has to know.
extern "C" [[noreturn]] void __heddle_exception_leaves_thread(void* exception) {
  auto* thrown = static_cast<Thrown*>(exception);
  if (!is_forced(*thrown)) report_uncaught(*thrown, " leaves its thread");
  ExceptionState& state = exception_state();
  Flight* flight = state.in_flight;
  state.in_flight = flight->next;
  delete flight;
  __heddle_free(thrown);
  __heddle_finish_thread(__heddle_threads[__heddle_thread_self()].result);
}
