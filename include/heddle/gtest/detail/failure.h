// A check that failed: its text, and how it becomes an error of kind `assertion` at the user's line.
//
// GoogleTest goes on after a failed EXPECT. Here the execution ends: it is an error either way, and what
// follows in it adds nothing to the trace that leads there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>

#include "gtest/detail/print.h"

extern "C" {
void __heddle_fail2(const char *kind, const char *message, const char *detail)
    __attribute__((noreturn));
void __heddle_incomplete(const char *reason);
}

namespace testing {

// Collects what is streamed into a failed check.
class Message {
 public:
  template <typename T>
  Message &operator<<(const T &value) {
    text_ << value;
    return *this;
  }
  Message &operator<<(std::ostream &(*manipulator)(std::ostream &)) {
    manipulator(text_);
    return *this;
  }
  Message &operator<<(bool value) {
    text_ << (value ? "true" : "false");
    return *this;
  }
  std::string GetString() const { return text_.str(); }

 private:
  std::ostringstream text_;
};

inline std::ostream &operator<<(std::ostream &out, const Message &message) {
  return out << message.GetString();
}

// Success costs a byte: the text is made only for a failure.
class AssertionResult {
 public:
  explicit AssertionResult(bool success) : success_(success) {}
  template <typename T,
            typename std::enable_if<!std::is_convertible<T, AssertionResult>::value, int>::type = 0>
  explicit AssertionResult(const T &value) : success_(static_cast<bool>(value)) {}
  AssertionResult(const AssertionResult &other) : success_(other.success_) { copy_text(other); }
  AssertionResult &operator=(const AssertionResult &other) {
    success_ = other.success_;
    copy_text(other);
    return *this;
  }
  ~AssertionResult() { delete text_; }

  explicit operator bool() const { return success_; }
  AssertionResult operator!() const {
    AssertionResult negation(!success_);
    negation.copy_text(*this);
    return negation;
  }
  template <typename T>
  AssertionResult &operator<<(const T &value) {
    std::ostringstream more;
    more << value;
    if (!text_) text_ = new std::string;
    *text_ += more.str();
    return *this;
  }
  const char *message() const { return text_ ? text_->c_str() : ""; }
  const char *failure_message() const { return message(); }

 private:
  void copy_text(const AssertionResult &other) {
    if (this == &other) return;
    delete text_;
    text_ = other.text_ ? new std::string(*other.text_) : nullptr;
  }

  bool success_;
  std::string *text_ = nullptr;
};

inline AssertionResult AssertionSuccess() { return AssertionResult(true); }
inline AssertionResult AssertionFailure() { return AssertionResult(false); }
inline AssertionResult AssertionFailure(const Message &message) {
  return AssertionFailure() << message.GetString();
}

namespace internal {

// What SCOPED_TRACE has said, innermost first; each thread has its own.
class ScopedTrace {
 public:
  template <typename T>
  ScopedTrace(const char *file, int line, const T &message)
      : file_(file), line_(line), outer_(innermost()) {
    Message text;
    text << message;
    text_ = text.GetString();
    innermost() = this;
  }
  ~ScopedTrace() { innermost() = outer_; }
  ScopedTrace(const ScopedTrace &) = delete;
  ScopedTrace &operator=(const ScopedTrace &) = delete;

  static void tell(std::ostream &out) {
    for (const ScopedTrace *trace = innermost(); trace; trace = trace->outer_)
      out << "; " << trace->file_ << ':' << trace->line_ << ": " << trace->text_;
  }

 private:
  static ScopedTrace *&innermost() {
    static thread_local ScopedTrace *trace = nullptr;
    return trace;
  }

  const char *file_;
  int line_;
  ScopedTrace *outer_;
  std::string text_;
};

// Tells which instance of a parameterised test runs; null for others.
inline void (*&instance_teller())(std::ostream &) {
  static void (*teller)(std::ostream &) = nullptr;
  return teller;
}

// `Failure(text) = Message() << ...`: what was streamed is complete when the assignment runs.
class Failure {
 public:
  explicit Failure(std::string text) : text_(std::move(text)) {}
  [[noreturn]] void operator=(const Message &message) {
    std::ostringstream all;
    all << text_;
    const std::string more = message.GetString();
    if (!more.empty()) all << (text_.empty() ? "" : "; ") << more;
    if (instance_teller()) instance_teller()(all);
    ScopedTrace::tell(all);
    __heddle_fail2("assertion", "check failed", all.str().c_str());
  }

 private:
  std::string text_;
};

// SUCCEED() << "...": the text is for the reader of the source.
struct Success {
  void operator=(const Message &) {}
};

inline bool &is_skipped() {
  static bool skipped = false;
  return skipped;
}

// GTEST_SKIP: what is skipped is not verified.
struct Skip {
  void operator=(const Message &message) {
    is_skipped() = true;
    const std::string why = message.GetString();
    __heddle_incomplete(("the test calls GTEST_SKIP" + (why.empty() ? why : ": " + why)).c_str());
  }
};

}  // namespace internal
}  // namespace testing
