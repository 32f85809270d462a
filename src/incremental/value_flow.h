// ValueFlow: where values that an edit changed go: through registers, local variables, arguments and results, and through
// memory: members that a constructor sets, what a thread is given, copies of both.
//
// An atomic store, or one under a lock, ends the way: who reads what it wrote meets it, and the pairs of threads are explored
// around the store. Calls through pointers are not followed either.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "analysis/locations.h"
#include "incremental/statement_text.h"

namespace heddle {

// Which stores may write, and which loads may read, the same memory.
struct MemoryUse {
  std::map<Point, std::set<LocationId>> written;  // by stores that are followed
  std::map<LocationId, std::set<Point>> readers;
  // Where the library, or a copy as a whole, may bring what is in memory: std::thread copies what it is given.
  std::map<LocationId, std::set<LocationId>> copies;
  // Parameters of the user's functions in which the library may hand it on: those that threads begin with.
  std::map<LocationId, std::set<std::pair<FunctionIndex, uint32_t>>> given;
  // Loads under a lock, and atomic ones: they may meet a store at any time.
  std::set<Point> watchful;
  // What registers point to; null: not known.
  std::shared_ptr<const PointsTo> points_to;
  std::shared_ptr<const Locations> locations;
};

class ValueFlow {
 public:
  ValueFlow(const Program& program, const MemoryUse& memory);

  // What the instruction makes, stores into a local variable or returns, is another value than before.
  void add(Point point);
  // A store is gone that had written there. One that others were to meet was where they are watchful: the pairs of threads
  // are explored around the place where it was, and these loads do not count.
  void add_unwritten(const std::set<LocationId>& locations);
  // Whether the instruction uses such a value.
  bool is_touched(Point point) const { return touched_[point]; }

 private:
  struct Code {
    explicit Code(const Program& program, const Function& function);
    Definitions definitions;
    std::vector<std::vector<Point>> uses;  // by slot
    std::map<Point, std::vector<Point>> loads;  // by the Alloca of the variable
    std::vector<bool> changed;  // slots
  };
  Code* code_of(FunctionIndex function);
  void change(FunctionIndex function, uint32_t slot);
  void change_results(Point point);
  void change_readers(Point store);
  void change_read(Point load);
  // What is read from there is another value: visit(load); what is called with it is touched, and its parameters changed.
  template <typename Visit>
  void visit_readers(const std::set<LocationId>& locations, Visit visit);
  void change_made(Point point);
  void touch(Point point, uint32_t slot);
  void follow();

  const Program& program_;
  const MemoryUse& memory_;
  std::map<FunctionIndex, std::unique_ptr<Code>> codes_;
  std::map<FunctionIndex, std::vector<Point>> calls_of_;
  std::vector<bool> touched_;  // by Point
  std::vector<std::pair<FunctionIndex, uint32_t>> open_;
};

}  // namespace heddle
