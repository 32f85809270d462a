// std::exception_ptr: ownership of a thrown object beyond its handler.
// SPDX-License-Identifier: Apache-2.0
#include <exception>

#include "exception.h"

using heddle_runtime::Flight;
using heddle_runtime::Thrown;

namespace std {

namespace __exception_ptr {

exception_ptr::exception_ptr(void* object) noexcept : _M_exception_object(object) { _M_addref(); }

void exception_ptr::_M_addref() noexcept {
  heddle_runtime::add_owner(Thrown::of(_M_exception_object));
}

void exception_ptr::_M_release() noexcept {
  heddle_runtime::drop_owner(Thrown::of(_M_exception_object));
  _M_exception_object = nullptr;
}

void* exception_ptr::_M_get() const noexcept { return _M_exception_object; }

const type_info* exception_ptr::__cxa_exception_type() const noexcept {
  return Thrown::of(_M_exception_object)->type;
}

}  // namespace __exception_ptr

exception_ptr current_exception() noexcept {
  const Flight* flight = heddle_runtime::exception_state().handled;
  return flight ? exception_ptr(flight->thrown->object()) : exception_ptr();
}

void rethrow_exception(exception_ptr pointer) {
  Thrown* thrown = Thrown::of(pointer._M_get());
  heddle_runtime::add_owner(thrown);
  heddle_runtime::raise(thrown);
}

nested_exception::~nested_exception() noexcept = default;

}  // namespace std
