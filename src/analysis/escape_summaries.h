// Escape summaries: what a function does with the pointers it is given, seen from its caller.
//
// A pointer's origin is a set of sources: an object that others may know already, one that the function
// has just made, a parameter, or something found in the memory that a parameter leads to. The summary
// says which of these may become known to other threads in the function, which are stored in memory that
// a parameter leads to, and which are returned.
//
// Paper: [ParizekLhotak-SCP], Section 6.1.
// Differs: - a store into memory that only the storing thread knows is no escape. C++ keeps pointers in
//            local variables, smart pointers and containers from the start; the paper's rule would
//            have them all escape at once. Such stores are summed up by object (points_to.h), and by
//            parameter;
//          - what aliases what is known from the pointer analysis, not from types;
//          - a pointer that is read from memory as if it were a number is taken for a number. The pointer
//            analysis sees too many of them where text is copied; the machine does see them, shares the
//            object, and reports what is then written to it (reduction/hybrid.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/object_reach.h"
#include "analysis/points_to.h"

namespace heddle {

using Sources = uint64_t;  // a set
inline constexpr Sources kEscaped = 1;  // others may know it
inline constexpr Sources kFresh = 2;  // made in the function itself
inline constexpr uint32_t kMostParameters = 31;  // that are told apart
constexpr Sources parameter(uint32_t k) { return Sources(1) << (2 + 2 * k); }
constexpr Sources inside_parameter(uint32_t k) { return Sources(1) << (3 + 2 * k); }
// What is found in the memory that these lead to, as far as they are parameters or come from such.
constexpr Sources inside_parameters(Sources sources) {
  constexpr Sources kInside = 0xaaaaaaaaaaaaaaaa & ~Sources(kEscaped | kFresh);
  return (sources | sources << 1) & kInside;
}

struct EscapeSummary {
  Sources escapes = 0;
  // Two for each parameter: in the object that it points to, and in what that leads to.
  std::vector<Sources> stored_in;
  std::vector<Sources> returned;  // by result
  Sources inside_returned = 0;
  bool starts_threads = false;
  friend bool operator==(const EscapeSummary&, const EscapeSummary&) = default;
};

// Made before the program starts: what they point to is known to all.
constexpr bool is_static(ObjectKind kind) {
  return kind == ObjectKind::Global || kind == ObjectKind::ThreadLocal;
}
inline bool is_known_to_all(const PointsTo& points_to, ObjectId object) {
  return is_static(points_to.objects()[object].kind) && !points_to.contents(object).empty();
}
// The address of a variable that the program may write: everybody knows it.
bool is_known_address(const Program& program, const PointsTo& points_to, InstanceId instance,
                      Operand operand);

// By instance.
std::vector<EscapeSummary> summarise_escapes(const Program& program, const PointsTo& points_to,
                                             const ObjectReach& reach);

}  // namespace heddle
