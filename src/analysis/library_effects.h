// Library effects: what a call of a library function does to memory and synchronisation objects, told at the
// call: through which argument, or to which objects.
//
// What a library does inside is the business of whoever called it: a reader of the program wants to know that
// line 12 changes the list, not which line of a header does. Functions of the user's that the library calls
// back speak for themselves, and so do threads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <vector>

#include "analysis/points_to.h"
#include "machine/sync_kind.h"

namespace heddle {

struct LibraryEffect {
  static constexpr uint32_t kNoParameter = ~0u;
  // Where: behind a parameter, or else at a target.
  uint32_t parameter = kNoParameter;
  Target target;  // with a parameter: only its offset
  uint64_t size = 0;
  bool reads = false;
  bool writes = false;
  bool atomic = false;
  bool frees = false;  // gives the whole block back: a write to all who still know it
  bool starts_thread = false;
  SyncKind sync = SyncKind::None;
  Point point = kNoPoint;  // of the instruction
  friend auto operator<=>(const LibraryEffect&, const LibraryEffect&) = default;
};

// The parameter that registers hold, plus an offset, where that is plain to see.
class ParameterOffsets {
 public:
  struct Value {
    uint32_t parameter = LibraryEffect::kNoParameter;
    int64_t offset = 0;
  };
  ParameterOffsets(const Program& program, const Function& function);
  Value of(Operand operand) const { return is_constant(operand) ? Value{} : values_[operand]; }

 private:
  std::vector<Value> values_;  // by slot
};

// By instance; empty for the user's own functions. Sorted.
using LibraryEffects = std::vector<std::vector<LibraryEffect>>;
LibraryEffects find_library_effects(const Program& program, const PointsTo& points_to);

}  // namespace heddle
