// std::terminate, and the words in which an exception that ends the program is reported.
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <exception>

#include "builtins.h"
#include "exception.h"
#include "type_name.h"

using heddle_runtime::Flight;

namespace heddle_runtime {

namespace {

// What the exception says of itself, or null.
const char* message_of(Thrown& thrown) {
  void* object = thrown.object();
  if (thrown.type->__is_pointer_p()) return nullptr;
  if (!typeid(std::exception).__do_catch(thrown.type, &object, 1)) return nullptr;
  return static_cast<std::exception*>(object)->what();
}

std::terminate_handler terminate_handler;

}  // namespace

void report_uncaught(Thrown& thrown, const char* circumstances) {
  char buffer[256];
  TextBuffer text(buffer, sizeof buffer);
  text.add("uncaught exception of type ");
  add_type_name(text, thrown.type->name());
  text.add(circumstances);
  if (const char* message = message_of(thrown))
    __heddle_fail2("uncaught-exception", buffer, message);
  __heddle_fail("uncaught-exception", buffer);
}

}  // namespace heddle_runtime

namespace std {

void terminate() noexcept {
  const terminate_handler handler = get_terminate();
  if (handler) {
    handler();
    __heddle_fail("abort", "the handler of std::terminate returned");
  }
  if (const Flight* flight = heddle_runtime::exception_state().handled)
    heddle_runtime::report_uncaught(*flight->thrown, ": std::terminate was called");
  __heddle_fail("abort", "std::terminate was called");
}

terminate_handler set_terminate(terminate_handler handler) noexcept {
  return __atomic_exchange_n(&heddle_runtime::terminate_handler, handler, __ATOMIC_SEQ_CST);
}

terminate_handler get_terminate() noexcept {
  return __atomic_load_n(&heddle_runtime::terminate_handler, __ATOMIC_SEQ_CST);
}

}  // namespace std

namespace __cxxabiv1 {

extern "C" {

// They stand in for any virtual function; the object is the one argument that all have.
void __cxa_pure_virtual(void*) { __heddle_fail("abort", "call of a pure virtual function"); }
void __cxa_deleted_virtual(void*) { __heddle_fail("abort", "call of a deleted virtual function"); }

}  // extern "C"

}  // namespace __cxxabiv1
