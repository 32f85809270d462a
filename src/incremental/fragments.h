// Fragments: the code around a changed thread interaction statement whose interleavings are worth exploring.
//
// A fragment is a row of adjacent instructions of one function: the statement, the instructions that make its operands, and
// those that use its result; if a branch does, the code that it guards. A lock goes with all up to its unlock. For a
// thread that is started anew, or more often: all that it does. For a
// statement that is gone: the smallest fragment of another interaction around its place, else the whole function. Where it lies behind a lock,
// standing before the lock counts as standing in it, if one may come to it from there with the lock.
//
// Paper: [ParizekKliber-Pairs], Section 2.
// Differs: def-use chains say what belongs to a statement, not the operand stack, which bytecode with registers does not have. They are
//          followed within a basic block: a value that a variable holds for long would make everything since then part of it.
// Names: l_mod -> Fragment, l_mod.entry -> Fragment::first
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <unordered_map>
#include <vector>

#include "incremental/changes.h"
#include "machine/machine.h"

namespace heddle {

struct Fragment {
  FunctionIndex function = 0;
  Point first = 0;
  Point last = 0;
  bool whole_function = false;
  std::vector<size_t> changes{};  // that led to it
  // Where locks are taken that are held in it: who waits there may find that others come first, and behind it nobody does.
  // In its function, in those that lead to it, and in those that return with the lock.
  std::vector<Point> gates{};  // sorted

  bool contains(Point point) const { return first <= point && point <= last; }
};

// The names of the locks that may be held before an instruction.
using LocksAt = std::function<std::set<std::string>(Point)>;
// The functions that may be called at a Point.
using Calls = std::unordered_map<Point, std::set<FunctionIndex>>;

// One for each change, but for those that share all their code, and those that nobody can run any more. `starts`: the functions
// that threads begin with that are created at a Point.
std::vector<Fragment> find_fragments(const Program& program, const std::vector<Change>& changes,
                                     const Interactions& interactions, const Calls& calls,
                                     const LocksAt& locks_at, const Calls& starts = {});

// With what is called from the fragments, directly or not.
WatchedCode code_of(const Program& program, const std::vector<Fragment>& fragments,
                    const Calls& calls);

}  // namespace heddle
