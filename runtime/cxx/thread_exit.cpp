// The end of a thread: destructors of thread_local objects, and what the library has put off until
// after them.
// SPDX-License-Identifier: Apache-2.0
#include "thread_exit.h"

#include "builtins.h"

// Set once there is something to do; the models of threads and of exit call it (runtime/start.c).
extern "C" void (*__heddle_end_thread_locals)();

namespace heddle_runtime {

namespace {

struct Task {
  void (*function)(void*);
  void* argument;
  Task* next;
};

thread_local Task* destructors;  // newest first
thread_local Task* afterwards;

void run(Task*& tasks) {
  // A destructor may use, and thereby make, further thread_local objects.
  while (Task* task = tasks) {
    tasks = task->next;
    task->function(task->argument);
    delete task;
  }
}

void end_thread_locals() {
  run(destructors);
  run(afterwards);
}

HEDDLE_INVISIBLE void add(Task*& tasks, void (*function)(void*), void* argument) {
  tasks = new Task{function, argument, tasks};
  __heddle_end_thread_locals = &end_thread_locals;
}

}  // namespace

void after_thread_locals(void (*function)(void*), void* argument) {
  add(afterwards, function, argument);
}

}  // namespace heddle_runtime

extern "C" int __cxa_thread_atexit(void (*destructor)(void*), void* object, void*) noexcept {
  heddle_runtime::add(heddle_runtime::destructors, destructor, object);
  return 0;
}
