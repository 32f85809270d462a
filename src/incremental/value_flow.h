// ValueFlow: where values that an edit changed go: through registers, local variables, arguments and results, and through
// memory: members that a constructor sets, what a thread is given, copies of both.
//
// Calls through pointers lead to all functions that the analyses expect there. A call of the library is one step: what it gives back and
// writes is another if something that it is given or reads is, or what a function of the user's returns that it calls back.
//
// An atomic store, or one under a lock, ends the way: who reads what it wrote meets it, and the pairs of threads are explored
// around the store.
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
  // The same for arguments of a call of the library.
  std::map<Point, std::set<std::pair<FunctionIndex, uint32_t>>> handed_on;
  // The user's functions that a call by pointer in the user's code may come to.
  std::map<Point, std::set<FunctionIndex>> called;
  // The user's calls of the library in which that calls a function of the user's.
  std::map<FunctionIndex, std::set<Point>> called_back;
  // Where the library keeps what a function of the user's returned: that of a thread.
  std::map<FunctionIndex, std::set<LocationId>> kept_results;
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
  // It was not there before: if it is a call, all that is written there is another value as well.
  void add_new(Point point);
  // It was there with other arguments: numbers that it is given now are other values for who is called.
  void add_replaced(Point point);
  // A variable began with other values there.
  void add_begun(const std::set<LocationId>& locations);
  // A store is gone that had written there. One that others were to meet was where they are watchful: the pairs of threads
  // are explored around the place where it was, and these loads do not count.
  void add_unwritten(const std::set<LocationId>& locations);
  // Whether the instruction uses such a value.
  bool is_touched(Point point) const { return touched_[point]; }
  // Whether it is a call by a pointer that is such a value.
  bool is_redirected(Point point) const { return redirected_.contains(point); }

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
  void change_arguments(Point call, FunctionIndex callee, uint32_t slot);
  void change_returned(FunctionIndex function);
  void change_numbers(Point call);
  void add_callees(Point call, std::set<FunctionIndex>& to) const;
  void change_left(Point store, const std::set<FunctionIndex>& functions);
  void follow();

  const Program& program_;
  const MemoryUse& memory_;
  const ConstantAddresses addresses_;
  std::map<FunctionIndex, std::unique_ptr<Code>> codes_;
  std::map<FunctionIndex, std::vector<Point>> calls_of_;
  std::vector<bool> touched_;  // by Point
  std::set<Point> redirected_;
  std::vector<std::pair<FunctionIndex, uint32_t>> open_;
};

}  // namespace heddle
