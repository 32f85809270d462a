// How heddle itself fails: a broken invariant, a user's mistake, a construct we cannot model.
//
// Three separate types, because they end in three exit codes: 6, 1 or 2, and 2. An error of the
// checked program is none of these: it is a Violation value.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace heddle {

// We erred: reported with exit code 6.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// The command line is wrong, or a file cannot be read or written: exit code 1.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The input cannot be compiled, or is not a program we can run: exit code 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The program needs something heddle does not model: exit code 2, with its name and place.
class Unsupported : public InputError {
 public:
  using InputError::InputError;
};

// Kept out of the way of the code that checks.
[[noreturn, gnu::cold, gnu::noinline]] inline void fail_invariant(const char* condition,
                                                                  const char* why, const char* file,
                                                                  int line) {
  throw InternalError(std::string(why) + " (" + condition + ", " + file + ":" +
                      std::to_string(line) + ")");
}

}  // namespace heddle

// On in every build: a wrong verdict costs more than a compare.
#define INVARIANT(condition, why) \
  ((condition) ? void(0) : ::heddle::fail_invariant(#condition, why, __FILE__, __LINE__))
