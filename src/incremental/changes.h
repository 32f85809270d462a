// Changes: the thread interaction statements that an edit added, removed or changed, and by which rule.
//
// Added and removed ones are those without a partner in the other version. One that stayed as it is counts as changed if a
// value it uses is another, if whether it runs depends on a condition that is another, or if it reads a variable that begins
// with another value, or if the code that uses what it read is another. A call of a function that interacts counts where it is added, removed or newly conditional.
//
// Paper: [ParizekKliber-Pairs], Section 2: thread interaction statements that were added or deleted.
// Differs: the paper leaves open what a changed value is; here it is followed (value_flow.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "incremental/match.h"
#include "incremental/value_flow.h"
#include "result/analysis_report.h"
#include "result/diff_report.h"

namespace heddle {

// What the static analyses say of one instruction: "shared write", "counter".
struct PointInteraction {
  std::string kind;
  std::string object;
  friend auto operator<=>(const PointInteraction&, const PointInteraction&) = default;
};
using Interactions = std::map<Point, std::vector<PointInteraction>>;

struct Change {
  StatementChange told;
  FunctionIndex function = kNoFunction;  // of the later version; kNoFunction: it has none such
  std::vector<Point> points;  // sorted. Of one that was removed: before which it stood
  std::vector<Point>
      stood_before;  // of a changed one: before which it stood in the earlier version, if elsewhere
  std::vector<FunctionIndex> callers;  // of a function that is gone: who referred to it
  static constexpr FunctionIndex kNoFunction = ~0u;
};

// In the order of files and lines.
std::vector<Change> find_changes(const Version& before, const Version& after,
                                 const VersionMatch& match, const Program& program,
                                 const Interactions& interactions, const MemoryUse& memory);

}  // namespace heddle
