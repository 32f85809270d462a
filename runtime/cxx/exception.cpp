// Throwing and catching: the functions that compiled code calls.
//
// An exception that nothing would catch is reported where it is thrown, before the stack is unwound,
// as the system's own unwinder does it: first look for a handler, then go there.
// SPDX-License-Identifier: Apache-2.0
#include "exception.h"

#include <pthread.h>

#include <exception>

#include "builtins.h"

using heddle_runtime::ExceptionState;
using heddle_runtime::Flight;
using heddle_runtime::Thrown;

extern "C" [[noreturn]] void __heddle_exception_leaves_thread(void* exception);

namespace heddle_runtime {

ExceptionState& exception_state() {
  static thread_local ExceptionState state;
  return state;
}

// Owners may be in several threads: these accesses are scheduled once the object is shared.
void add_owner(Thrown* thrown) { __atomic_fetch_add(&thrown->owners, 1, __ATOMIC_SEQ_CST); }

void drop_owner(Thrown* thrown) {
  if (__atomic_fetch_sub(&thrown->owners, 1, __ATOMIC_SEQ_CST) != 1) return;
  if (thrown->destroy) thrown->destroy(thrown->object());
  __heddle_free(thrown);
}

namespace {

// Whether a catch clause of this type takes the object, and as what.
bool matches(Thrown& thrown, const std::type_info& type, void** caught_as) {
  void* object = thrown.object();
  // A pointer is handed over by value, so that it can be converted.
  if (thrown.type->__is_pointer_p()) object = *static_cast<void**>(object);
  if (!type.__do_catch(thrown.type, &object, 1)) return false;
  *caught_as = object;
  return true;
}

enum class Fate { Caught, LeavesNoexcept, Uncaught };

Fate fate_of(Thrown& thrown) {
  void* clause = nullptr;
  void* caught_as = nullptr;
  for (std::uint32_t index = 0; __heddle_handler_at(index, &clause); ++index) {
    if (reinterpret_cast<std::uintptr_t>(clause) == 1) return Fate::LeavesNoexcept;
    const auto* type = static_cast<const std::type_info*>(clause);
    if (!type || matches(thrown, *type, &caught_as)) return Fate::Caught;
  }
  return Fate::Uncaught;
}

Flight* newest_flight_of(const Thrown* thrown) {
  Flight* flight = exception_state().in_flight;
  while (flight->thrown != thrown) flight = flight->next;
  return flight;
}

void remove_from(Flight*& list, Flight* flight) {
  Flight** place = &list;
  while (*place != flight) place = &(*place)->next;
  *place = flight->next;
}

void end_flight(Flight* flight) {
  Thrown* thrown = flight->thrown;
  delete flight;
  drop_owner(thrown);
}

}  // namespace

void raise(Thrown* thrown) {
  ExceptionState& state = exception_state();
  state.in_flight = new Flight{thrown, thrown->object(), 0, state.in_flight};
  const bool forced = is_forced(*thrown);
  if (!forced) ++state.uncaught;
  const Fate fate = fate_of(*thrown);
  if (fate == Fate::Uncaught && !forced) report_uncaught(*thrown, "");
  // A handler of the program's own runs where the function ends.
  if (fate == Fate::LeavesNoexcept && !std::get_terminate()) {
    if (forced) __heddle_fail("abort", "pthread_exit leaves a noexcept function");
    report_uncaught(*thrown, " leaves a noexcept function");
  }
  __heddle_raise(thrown);
  __heddle_exception_leaves_thread(thrown);
}

}  // namespace heddle_runtime

using namespace heddle_runtime;

// The landing pads' question; the machine calls it by this name.
extern "C" int __heddle_exception_matches(void* exception, const std::type_info* type) {
  auto* thrown = static_cast<Thrown*>(exception);
  Flight* flight = newest_flight_of(thrown);
  if (!type) {
    flight->caught_as = thrown->object();
    return 1;
  }
  return matches(*thrown, *type, &flight->caught_as) ? 1 : 0;
}

// Every function with a landing pad names one of these, in C++ or in C, so it is linked into every program
// that unwinds, and brings along what that needs. The machine unwinds by itself: nothing calls them.
extern "C" int __gxx_personality_v0() {
  if (__heddle_exception_matches(nullptr, nullptr)) pthread_exit(nullptr);
  __heddle_exception_leaves_thread(nullptr);
}
extern "C" int __gcc_personality_v0() { return __gxx_personality_v0(); }

namespace __cxxabiv1 {

struct __cxa_refcounted_exception;

extern "C" {

void* __cxa_allocate_exception(std::size_t size) noexcept {
  auto* thrown = static_cast<Thrown*>(__heddle_allocate(sizeof(Thrown) + size, alignof(Thrown)));
  *thrown = {};
  return thrown->object();
}

void __cxa_free_exception(void* object) noexcept { __heddle_free(Thrown::of(object)); }

__cxa_refcounted_exception* __cxa_init_primary_exception(void* object, std::type_info* type,
                                                         void (*destroy)(void*)) noexcept {
  Thrown* thrown = Thrown::of(object);
  thrown->type = type;
  thrown->destroy = destroy;
  thrown->owners = 0;
  return reinterpret_cast<__cxa_refcounted_exception*>(thrown);
}

void __cxa_throw(void* object, std::type_info* type, void (*destroy)(void*)) {
  __cxa_init_primary_exception(object, type, destroy);
  Thrown* thrown = Thrown::of(object);
  thrown->owners = 1;
  raise(thrown);
}

void __cxa_rethrow() {
  Flight* flight = exception_state().handled;
  if (!flight) std::terminate();
  add_owner(flight->thrown);
  raise(flight->thrown);
}

void* __cxa_get_exception_ptr(void* exception) noexcept {
  return newest_flight_of(static_cast<Thrown*>(exception))->caught_as;
}

void* __cxa_begin_catch(void* exception) noexcept {
  ExceptionState& state = exception_state();
  Flight* flight = newest_flight_of(static_cast<Thrown*>(exception));
  remove_from(state.in_flight, flight);
  if (!is_forced(*flight->thrown)) --state.uncaught;
  flight->handlers = 1;
  flight->next = state.handled;
  state.handled = flight;
  return flight->caught_as;
}

void __cxa_end_catch() {
  ExceptionState& state = exception_state();
  Flight* flight = state.handled;
  if (--flight->handlers > 0) return;
  state.handled = flight->next;
  end_flight(flight);
}

std::type_info* __cxa_current_exception_type() noexcept {
  const Flight* flight = exception_state().handled;
  return flight ? const_cast<std::type_info*>(flight->thrown->type) : nullptr;
}

}  // extern "C"

}  // namespace __cxxabiv1

namespace std {

bool uncaught_exception() noexcept { return exception_state().uncaught > 0; }
int uncaught_exceptions() noexcept { return int(exception_state().uncaught); }

}  // namespace std
