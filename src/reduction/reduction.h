// Which operations need a scheduling choice before them.
//
// The machine stops at every candidate: a synchronisation operation, or an access of memory that
// counts as shared. What counts as shared is the baseline reduction.
//
// Paper: [ParizekLhotak-SCP], Section 3.3: Java Pathfinder's choice at accesses of objects that are
// reachable from several threads.
// Differs: an object, once shared, stays shared (see machine/memory.h): sound, and found without
//          walking the heap.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "machine/machine.h"

namespace heddle {

enum class Reduction : uint8_t {
  None,  // every access of memory is a candidate, and every unlock
  Heap,  // only accesses of objects that several threads can reach
  Hybrid,  // of these, only accesses that another thread may still conflict with; see hybrid.h
};

constexpr std::string_view name_of(Reduction reduction) {
  switch (reduction) {
    case Reduction::None: return "none";
    case Reduction::Heap: return "heap";
    case Reduction::Hybrid: return "hybrid";
  }
  return "";
}

constexpr std::optional<Reduction> reduction_named(std::string_view name) {
  for (const Reduction reduction : {Reduction::None, Reduction::Heap, Reduction::Hybrid})
    if (name == name_of(reduction)) return reduction;
  return std::nullopt;
}

inline void apply(Reduction reduction, MachineOptions& options) {
  options.sharing =
      reduction == Reduction::None ? SharingPolicy::Everything : SharingPolicy::ByReachability;
  // Where only one thread can run, there is nothing to choose.
  options.stop_when_alone = reduction == Reduction::None;
}

}  // namespace heddle
