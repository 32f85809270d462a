// The library's exception classes: what their headers declare and leave to the compiled library.
//
// Destructors that are not inline decide where a class's tables are emitted: here.
// SPDX-License-Identifier: Apache-2.0
#include <any>
#include <functional>
#include <future>
#include <memory>
#include <new>
#include <stdexcept>
#include <typeinfo>
#include <variant>

#include <bits/cxxabi_forced.h>

namespace __cxxabiv1 {

// Never thrown: threads are not cancelled. The library's headers have handlers for it.
__forced_unwind::~__forced_unwind() noexcept = default;

}  // namespace __cxxabiv1

namespace std {

exception::~exception() noexcept = default;
const char* exception::what() const noexcept { return "std::exception"; }

bad_exception::~bad_exception() noexcept = default;
const char* bad_exception::what() const noexcept { return "std::bad_exception"; }

bad_alloc::~bad_alloc() noexcept = default;
const char* bad_alloc::what() const noexcept { return "std::bad_alloc"; }

bad_array_new_length::~bad_array_new_length() noexcept = default;
const char* bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }

bad_cast::~bad_cast() noexcept = default;
const char* bad_cast::what() const noexcept { return "std::bad_cast"; }

bad_typeid::~bad_typeid() noexcept = default;
const char* bad_typeid::what() const noexcept { return "std::bad_typeid"; }

bad_weak_ptr::~bad_weak_ptr() noexcept = default;
const char* bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }

bad_function_call::~bad_function_call() noexcept = default;
const char* bad_function_call::what() const noexcept { return "bad_function_call"; }

domain_error::domain_error(const string& message) : logic_error(message) {}
domain_error::domain_error(const char* message) : logic_error(message) {}
domain_error::~domain_error() noexcept = default;

invalid_argument::invalid_argument(const string& message) : logic_error(message) {}
invalid_argument::invalid_argument(const char* message) : logic_error(message) {}
invalid_argument::~invalid_argument() noexcept = default;

length_error::length_error(const string& message) : logic_error(message) {}
length_error::length_error(const char* message) : logic_error(message) {}
length_error::~length_error() noexcept = default;

out_of_range::out_of_range(const string& message) : logic_error(message) {}
out_of_range::out_of_range(const char* message) : logic_error(message) {}
out_of_range::~out_of_range() noexcept = default;

range_error::range_error(const string& message) : runtime_error(message) {}
range_error::range_error(const char* message) : runtime_error(message) {}
range_error::~range_error() noexcept = default;

overflow_error::overflow_error(const string& message) : runtime_error(message) {}
overflow_error::overflow_error(const char* message) : runtime_error(message) {}
overflow_error::~overflow_error() noexcept = default;

underflow_error::underflow_error(const string& message) : runtime_error(message) {}
underflow_error::underflow_error(const char* message) : runtime_error(message) {}
underflow_error::~underflow_error() noexcept = default;

}  // namespace std
