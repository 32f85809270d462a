// The functions by which the library's headers throw its exceptions, and those that compiled code
// calls for failed casts.
// SPDX-License-Identifier: Apache-2.0
#include <any>
#include <cstdarg>
#include <cstdio>
#include <functional>
#include <future>
#include <ios>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <typeinfo>
#include <variant>

namespace std {

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_logic_error(const char* message) { throw logic_error(message); }
void __throw_domain_error(const char* message) { throw domain_error(message); }
void __throw_invalid_argument(const char* message) { throw invalid_argument(message); }
void __throw_length_error(const char* message) { throw length_error(message); }
void __throw_out_of_range(const char* message) { throw out_of_range(message); }
void __throw_runtime_error(const char* message) { throw runtime_error(message); }
void __throw_range_error(const char* message) { throw range_error(message); }
void __throw_overflow_error(const char* message) { throw overflow_error(message); }
void __throw_underflow_error(const char* message) { throw underflow_error(message); }
void __throw_system_error(int error) { throw system_error(error, generic_category()); }
void __throw_future_error(int error) { throw future_error(make_error_code(future_errc(error))); }

void __throw_out_of_range_fmt(const char* format, ...) {
  char message[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  throw out_of_range(message);
}

}  // namespace std

namespace __cxxabiv1 {

extern "C" {

void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }

}  // extern "C"

}  // namespace __cxxabiv1
