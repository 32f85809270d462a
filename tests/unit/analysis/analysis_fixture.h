// What the tests of the static analyses share: results as short texts, so that an expectation is one line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "analysis/analyse.h"
#include "analysis/andersen.h"
#include "machine/program_builder.h"

namespace heddle::testing {

using Texts = std::set<std::string>;

inline FunctionIndex function_named(const Program& program, const std::string& name) {
  for (FunctionIndex k = 0; k < program.functions.size(); ++k)
    if (program.functions[k].name == name) return k;
  throw std::out_of_range(name);
}

// Globals and functions by name, others by the Point where they begin.
inline std::string name_of(const Program& program, const AbstractObject& object) {
  switch (object.kind) {
    case ObjectKind::Global: return program.globals[object.index].name;
    case ObjectKind::Function: return program.functions[object.index].name;
    case ObjectKind::Heap: return fmt::format("heap@{}", object.index);
    case ObjectKind::Local: return fmt::format("local@{}", object.index);
    case ObjectKind::ThreadLocal: return program.thread_locals[object.index].name;
    case ObjectKind::Anything: return "anything";
  }
  return "";
}

// Where a register may point, over all instances of its function: "x+8", "array+0*8<4", "array+0*8".
inline Texts targets(const Program& program, const PointsTo& points_to, const std::string& function,
                     Operand operand) {
  Texts texts;
  const FunctionIndex index = function_named(program, function);
  for (InstanceId id = 0; id < points_to.instances().size(); ++id) {
    if (points_to.instances()[id].function != index) continue;
    for (const Target& target : points_to.targets(id, operand)) {
      std::string text = name_of(program, points_to.objects()[target.object]);
      if (target.offset || target.stride) text += fmt::format("+{}", target.offset);
      if (target.stride) text += fmt::format("*{}", target.stride);
      if (target.count) text += fmt::format("<{}", target.count);
      texts.insert(text);
    }
  }
  return texts;
}

// By the exhaustive analysis, with which the demand-driven one must agree on every question.
inline Texts targets(const Program& program, const std::string& function, Operand operand,
                     unsigned depth = 0) {
  const Texts exhaustive = targets(program, andersen(program, depth), function, operand);
  EXPECT_EQ(targets(program, demand_driven(program, depth), function, operand), exhaustive);
  return exhaustive;
}

}  // namespace heddle::testing
