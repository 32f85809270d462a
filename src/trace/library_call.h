// LibraryCall: the call of the user's through which something happens inside a library.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "machine/machine.h"

namespace heddle {

struct LibraryCall {
  FunctionIndex function = 0;
  std::string operation;  // "push_back", "pthread_mutex_lock"
  bool cxx = false;  // of the C++ library, as opposed to a model of a C function
  uint64_t object = 0;  // the object whose member function it is, or 0
  TypeIndex type = kNoType;  // of that object
};

// The place on a call stack (innermost Point first) where the user's code stands, if anywhere.
std::optional<size_t> user_frame(const Program& program, const CallStack& stack);

// The library function that the user's code has called and that has not returned; `stack` is the
// thread's.
std::optional<LibraryCall> library_call(const Machine& machine, ThreadNumber thread,
                                        const CallStack& stack);

bool is_constructor(const Program& program, const Function& function);

// What the class is for, by which an object of the C++ library is told.
enum class LibraryClass { Other, Atomic, Latch, Semaphore, Barrier, Future, SharedCount };
LibraryClass library_class(const Program& program, TypeIndex type);

// A word before the object's name: "the latch ", "the result of ", or nothing.
const char* noun_of(LibraryClass kind);

}  // namespace heddle
