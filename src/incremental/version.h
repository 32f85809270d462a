// Version: one version of a program as a later one is compared with it: the user's functions, statement by statement, in a
// form that does not depend on where in a file they stand or how registers are numbered.
//
// A statement here is one bytecode instruction. Its text says what it does, with every register left out; its value also
// covers where the registers come from, so that a changed value shows at all who use it. Names are no part of values:
// that another function is called shows in the text of the call, and a new name alone should not show elsewhere. What a statement does to other
// threads is seen from the instruction alone, and so errs on one side: an access counts unless its object is plainly a
// local variable. Making a Version costs no more than one walk over the code: each verified run keeps one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.h"

namespace heddle {

// How a statement may interact with other threads.
enum class StatementKind : uint8_t {
  Local,
  Read,
  Write,
  ElementRead,  // of an array, or behind a pointer plus an index
  ElementWrite,
  Copy,  // of memory, or filling it
  AtomicRead,
  AtomicWrite,
  AtomicUpdate,
  Lock,
  Unlock,
  TryLock,
  Condition,  // waits for one
  Notify,
  Create,
  Join,
  Barrier,
  SemaphoreWait,
  Semaphore,
  Once,
  Synchronise,  // what else is done to things that threads meet at: to set them up, say
  LibraryCall,  // that may access memory of others
};

constexpr std::string_view name_of(StatementKind kind) {
  switch (kind) {
    case StatementKind::Local: return "local";
    case StatementKind::Read: return "read";
    case StatementKind::Write: return "write";
    case StatementKind::ElementRead: return "element read";
    case StatementKind::ElementWrite: return "element write";
    case StatementKind::Copy: return "copy";
    case StatementKind::AtomicRead: return "atomic read";
    case StatementKind::AtomicWrite: return "atomic write";
    case StatementKind::AtomicUpdate: return "atomic update";
    case StatementKind::Lock: return "lock";
    case StatementKind::Unlock: return "unlock";
    case StatementKind::TryLock: return "try lock";
    case StatementKind::Condition: return "wait for a condition";
    case StatementKind::Notify: return "notify";
    case StatementKind::Create: return "create";
    case StatementKind::Join: return "join";
    case StatementKind::Barrier: return "barrier";
    case StatementKind::SemaphoreWait: return "wait for a semaphore";
    case StatementKind::Semaphore: return "semaphore";
    case StatementKind::Once: return "once";
    case StatementKind::Synchronise: return "synchronise";
    case StatementKind::LibraryCall: return "library call";
  }
  return "";
}
inline constexpr size_t kStatementKindCount = size_t(StatementKind::LibraryCall) + 1;

using TextIndex = uint32_t;  // into Version::texts

// Where a pointer comes from, as far as that is plain.
struct VersionAddress {
  enum class Root : uint8_t { Unknown, Parameter, Global, Statement };
  static constexpr int64_t kAnywhere = INT64_MIN;
  Root root = Root::Unknown;
  uint32_t number =
      0;  // of the parameter, or of the statement of the same function; a global's name
  int64_t offset = 0;  // from there, or kAnywhere
  friend bool operator==(const VersionAddress&, const VersionAddress&) = default;
};
inline constexpr size_t kAddressRootCount = size_t(VersionAddress::Root::Statement) + 1;

// Where a register that a statement reads comes from: the statements of the same function that write it, in order.
struct VersionOperand {
  uint32_t number = 0;  // of the parameter, if nobody does; else which of their results it is
  std::vector<uint32_t> made{};
  friend bool operator==(const VersionOperand&, const VersionOperand&) = default;
};

struct VersionStatement {
  TextIndex text = 0;
  TextIndex file = 0;
  TextIndex object =
      0;  // what it accesses, as far as that is plain: a global, as the source has it
  TextIndex variable = 0;  // the same as the linker has it
  TextIndex callee = 0;  // of a direct call
  uint64_t value = 0;
  uint32_t line = 0;
  StatementKind kind = StatementKind::Local;
  uint64_t written = 0;  // so many bytes at the first of its addresses; kWholeObject: any
  std::vector<VersionAddress> addresses{};  // the arguments of a direct call; else what it accesses
  std::vector<uint32_t> targets{};  // of a jump: statements of the same function
  std::vector<VersionOperand> operands{};  // those that are registers
  friend bool operator==(const VersionStatement&, const VersionStatement&) = default;
};

struct VersionFunction {
  TextIndex name = 0;  // as the linker has it
  TextIndex shown_name = 0;
  TextIndex file = 0;
  uint64_t hash = 0;  // of all its statements' values, in order
  std::vector<VersionStatement> statements{};  // by Point, from the function's entry
  friend bool operator==(const VersionFunction&, const VersionFunction&) = default;
};

struct VersionGlobal {
  TextIndex name = 0;
  TextIndex shown_name = 0;
  TextIndex file = 0;
  TextIndex contents = 0;  // at first, the size included: a hash, and names
  friend bool operator==(const VersionGlobal&, const VersionGlobal&) = default;
};

struct Version {
  std::vector<std::string> texts{""};
  std::vector<VersionFunction> functions;  // the user's
  std::vector<VersionGlobal> globals;  // the user's, by name; those of threads, too
  uint64_t code =
      0;  // a hash of everything that is run, libraries included: equal means the same program
  friend bool operator==(const Version&, const Version&) = default;
};

Version describe(const Program& program);

// What is kept with a verified run. Anything but what serialise made gives nothing.
std::string serialise(const Version& version);
std::optional<Version> parse_version(std::string_view bytes);

}  // namespace heddle
