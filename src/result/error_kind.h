// The kinds of errors heddle reports, with the names users see in options and JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle {

#define HEDDLE_ERROR_KINDS(X)                \
  X(Assertion, "assertion")                  \
  X(Deadlock, "deadlock")                    \
  X(DataRace, "data-race")                   \
  X(NullPointer, "null-pointer")             \
  X(WildPointer, "wild-pointer")             \
  X(OutOfBounds, "out-of-bounds")            \
  X(UseAfterFree, "use-after-free")          \
  X(UseAfterReturn, "use-after-return")      \
  X(DoubleFree, "double-free")               \
  X(InvalidFree, "invalid-free")             \
  X(Leak, "leak")                            \
  X(UninitialisedRead, "uninitialised-read") \
  X(DivisionByZero, "division-by-zero")      \
  X(UncaughtException, "uncaught-exception") \
  X(Abort, "abort")                          \
  X(LockMisuse, "lock-misuse")               \
  X(ExitCode, "exit-code")                   \
  X(EndlessLoop, "endless-loop")             \
  X(Livelock, "livelock")                    \
  X(StackOverflow, "stack-overflow")         \
  X(ThreadLimit, "thread-limit")

enum class ErrorKind : uint8_t {
#define X(name, text) name,
  HEDDLE_ERROR_KINDS(X)
#undef X
};

inline constexpr std::string_view kErrorKindNames[] = {
#define X(name, text) text,
    HEDDLE_ERROR_KINDS(X)
#undef X
};
inline constexpr size_t kErrorKindCount = std::size(kErrorKindNames);

constexpr std::string_view name_of(ErrorKind kind) { return kErrorKindNames[size_t(kind)]; }

constexpr std::optional<ErrorKind> error_kind_named(std::string_view name) {
  for (size_t index = 0; index < kErrorKindCount; ++index)
    if (kErrorKindNames[index] == name) return ErrorKind(index);
  return std::nullopt;
}

class ErrorSet {
 public:
  bool contains(ErrorKind kind) const { return bits_[size_t(kind)]; }
  void add(ErrorKind kind) { bits_[size_t(kind)] = true; }
  void remove(ErrorKind kind) { bits_[size_t(kind)] = false; }
  void clear() { bits_.reset(); }
  bool empty() const { return bits_.none(); }
  friend bool operator==(const ErrorSet&, const ErrorSet&) = default;

 private:
  std::bitset<kErrorKindCount> bits_;
};

}  // namespace heddle
