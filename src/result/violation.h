// Violation: an error of the checked program, as the machine or a property saw it.
//
// Plain Points and thread numbers; words for people are found later, when the trace is told.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "program/point.h"
#include "result/error_kind.h"

namespace heddle {

// A thread's call stack, innermost Point first.
using CallStack = std::vector<Point>;

// Something else that belongs to the story: the other access of a race, a thread in a deadlock.
struct ViolationNote {
  ThreadNumber thread = 0;
  std::string text;
  CallStack stack;
};

struct Violation {
  ErrorKind kind = ErrorKind::Assertion;
  std::string message;
  ThreadNumber thread = 0;
  CallStack stack;
  uint64_t address = 0;  // of the object concerned, 0 if none
  std::vector<ViolationNote> notes;
};

}  // namespace heddle
