// How a thrown object is kept, and what each thread knows of the exceptions it is handling.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <typeinfo>

namespace heddle_runtime {

// Lies right before a thrown object. Landing pads receive its address, and the compiler relies on
// its size: it reaches a pointer that is caught by reference by skipping 32 bytes.
struct alignas(16) Thrown {
  const std::type_info* type;
  void (*destroy)(void*);
  std::uint32_t owners;  // flights and exception_ptrs

  void* object() { return this + 1; }
  static Thrown* of(void* object) { return static_cast<Thrown*>(object) - 1; }
};
static_assert(sizeof(Thrown) == 32);

// One way of a thrown object from a throw to the end of its handler, in one thread. The same object
// can be on its way in several threads at once, by std::rethrow_exception.
struct Flight {
  Thrown* thrown;
  void* caught_as;  // the object, or its base, as the catch clause that matched last sees it
  unsigned handlers;  // that are running for it
  Flight* next;
};

struct ExceptionState {
  Flight* in_flight;  // newest first
  Flight* handled;  // innermost first
  unsigned uncaught;
};

ExceptionState& exception_state();

void add_owner(Thrown* thrown);
void drop_owner(Thrown* thrown);

// pthread_exit on its way out of a thread.
bool is_forced(const Thrown& thrown);

// Takes over the caller's ownership.
[[noreturn]] void raise(Thrown* thrown);

// The program ends with this exception: an error with its type and its what().
[[noreturn]] void report_uncaught(Thrown& thrown, const char* circumstances);

}  // namespace heddle_runtime
