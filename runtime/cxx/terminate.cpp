// std::terminate, what leads to it, and the words in which an exception is reported.
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <exception>

#include "builtins.h"
#include "exception.h"
#include "type_name.h"

using heddle_runtime::Flight;

namespace heddle_runtime {

const char* describe(Thrown& thrown, char* buffer, std::size_t size) {
  TextBuffer text(buffer, size);
  text.add("uncaught exception of type ");
  add_type_name(text, thrown.type->name());
  return buffer;
}

const char* message_of(Thrown& thrown) {
  void* object = thrown.object();
  if (thrown.type->__is_pointer_p()) return nullptr;
  if (!typeid(std::exception).__do_catch(thrown.type, &object, 1)) return nullptr;
  return static_cast<std::exception*>(object)->what();
}

namespace {

std::terminate_handler terminate_handler;

[[noreturn]] void report_terminate() {
  const Flight* flight = exception_state().handled;
  if (!flight) __heddle_fail("abort", "std::terminate was called");
  char text[256];
  const char* message = message_of(*flight->thrown);
  describe(*flight->thrown, text, sizeof text);
  if (message) __heddle_fail2("uncaught-exception", text, message);
  __heddle_fail("uncaught-exception", text);
}

}  // namespace

}  // namespace heddle_runtime

namespace std {

void terminate() noexcept {
  const terminate_handler handler = get_terminate();
  if (handler) {
    handler();
    __heddle_fail("abort", "the handler of std::terminate returned");
  }
  heddle_runtime::report_terminate();
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

void __cxa_pure_virtual() { __heddle_fail("abort", "call of a pure virtual function"); }
void __cxa_deleted_virtual() { __heddle_fail("abort", "call of a deleted virtual function"); }

}  // extern "C"

}  // namespace __cxxabiv1
