// Facts: what the static analyses know, as plain tables by Point. All that others may ask.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/locations.h"
#include "support/bit_set.h"

namespace heddle {

// An access through a register whose value a thread already has: its real address can be read off the
// thread's frame.
struct FrameAccess {
  uint32_t slot = 0;
  int64_t offset = 0;
  uint64_t size = 0;  // kWholeObject: all of the object it points into
  bool reads = false;
  bool writes = false;
  friend bool operator==(const FrameAccess&, const FrameAccess&) = default;
};

// A mutex, named as accesses are: through a register, through a pointer in memory that a register leads
// to, or a global by its address.
struct FrameLock {
  static constexpr uint32_t kGlobal = ~0u;
  static constexpr int64_t kDirect = INT64_MIN;
  uint32_t slot = 0;
  int64_t offset = 0;  // kGlobal: the address
  int64_t inner = kDirect;  // else: the mutex lies so far behind the pointer found at slot + offset
  friend auto operator<=>(const FrameLock&, const FrameLock&) = default;
};

// Accesses that happen only after all of the mutexes have been locked.
struct GuardedAccesses {
  std::vector<FrameLock> guards;  // sorted
  BitSet reads;  // locations
  BitSet writes;
  std::vector<FrameAccess> through_frame;  // sorted by slot, offset, size
  friend bool operator==(const GuardedAccesses&, const GuardedAccesses&) = default;
};

// What may happen from a place in a function until it returns, in functions it calls and threads it
// starts as well.
struct Future {
  std::vector<GuardedAccesses> layers;  // sorted by guards
  // Mutexes that are locked on every path to the return. If there is no such path, `returns` is false.
  std::vector<FrameLock> locks;
  bool returns = false;
  bool leaves =
      false;  // by an exception or a jump, which ends callers as well; then `returns`, too
  friend bool operator==(const Future&, const Future&) = default;
};

using FutureIndex = uint32_t;
inline constexpr FutureIndex kNoFuture = ~0u;

enum class FieldAccessVariant : uint8_t { Off, Insensitive, Callee, Sensitive };

constexpr std::string_view name_of(FieldAccessVariant variant) {
  switch (variant) {
    case FieldAccessVariant::Off: return "off";
    case FieldAccessVariant::Insensitive: return "insensitive";
    case FieldAccessVariant::Callee: return "callee";
    case FieldAccessVariant::Sensitive: return "sensitive";
  }
  return "";
}

constexpr std::optional<FieldAccessVariant> field_access_named(std::string_view name) {
  for (const FieldAccessVariant variant :
       {FieldAccessVariant::Off, FieldAccessVariant::Insensitive, FieldAccessVariant::Callee,
        FieldAccessVariant::Sensitive})
    if (name == name_of(variant)) return variant;
  return std::nullopt;
}

// About a function as it is called in one context.
struct FunctionFacts {
  FunctionIndex function = 0;
  // Before the instruction; at a call, after it. By Point, from the function's entry.
  std::vector<FutureIndex> future_at;
  FutureIndex future_at_entry = kNoFuture;
  std::vector<std::pair<Point, InstanceId>> calls;  // sorted
};

struct Facts {
  FieldAccessVariant field_access = FieldAccessVariant::Off;
  bool happens_before = false;
  bool immutable_fields = false;
  bool races_are_errors = true;
  std::vector<Future> futures;
  std::vector<FunctionFacts> instances;
  std::map<FunctionIndex, InstanceId> thread_entries;  // by the function a thread begins with
  std::unique_ptr<Locations> locations;

  // Of locations; see immutable_fields.h. Empty without that analysis.
  BitSet immutable;  // nobody writes them once others can reach them
  BitSet lasting;  // and their objects do not end either
  // What each instruction may access at all, in any context: what the machine does must be in it.
  std::vector<BitSet> expected;
  std::vector<uint32_t> expected_at;  // by Point, into `expected`; kNoFuture if nothing

  static constexpr ObjectId kNoObject = ~0u;
  std::vector<ObjectId> made_at;  // by Point: the heap block or local variable that begins there
  std::vector<ObjectId> globals;
  std::vector<ObjectId> thread_locals;
  double seconds = 0;  // that the analyses took
};

}  // namespace heddle
