// Error categories and std::system_error.
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <system_error>

namespace std {

inline namespace _V2 {

error_category::~error_category() = default;

__cow_string error_category::_M_message(int code) const { return __cow_string(message(code)); }

error_condition error_category::default_error_condition(int code) const noexcept {
  return error_condition(code, *this);
}

bool error_category::equivalent(int code, const error_condition& condition) const noexcept {
  return default_error_condition(code) == condition;
}

bool error_category::equivalent(const error_code& code, int condition) const noexcept {
  return code.category() == *this && code.value() == condition;
}

namespace {

class GenericCategory final : public error_category {
 public:
  const char* name() const noexcept override { return "generic"; }
  string message(int code) const override { return strerror(code); }
};

// Linux's error numbers are those of POSIX.
class SystemCategory final : public error_category {
 public:
  const char* name() const noexcept override { return "system"; }
  string message(int code) const override { return strerror(code); }
  error_condition default_error_condition(int code) const noexcept override {
    return error_condition(code, generic_category());
  }
};

[[clang::no_destroy]] constinit const GenericCategory generic;
[[clang::no_destroy]] constinit const SystemCategory system;

}  // namespace

const error_category& generic_category() noexcept { return generic; }
const error_category& system_category() noexcept { return system; }

}  // namespace _V2

error_condition error_code::default_error_condition() const noexcept {
  return category().default_error_condition(value());
}

system_error::~system_error() noexcept = default;

}  // namespace std
