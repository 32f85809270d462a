// JoinAhead: which threads a thread is going to join before it does anything else that matters.
//
// A main function usually waits for its workers one after the other, in a loop over an array or vector
// of them. What it does afterwards cannot happen before a worker's accesses, but no static analysis sees
// which worker a turn of the loop waits for. The state does: from where it stands, the thread's code is
// run ahead, on copies, assuming that each join succeeds, until it does something that is not
// its own business: writes memory others can reach, reads what others may still write, allocates,
// locks. Values that are not known yet (results of threads) may be passed around but not looked at.
//
// Paper: [ParizekJancik-SPIN14], Section 3, pattern 4.
// Differs: by running ahead instead of a must-join analysis.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "machine/machine.h"

namespace heddle {

class JoinAhead {
 public:
  // Whether no other thread will do anything to memory that they all can reach.
  using IsStable = std::function<bool(const MemoryRange& range, bool writes)>;

  JoinAhead(const Machine& machine, ThreadNumber thread, const IsStable& is_stable);
  // As a set.
  uint64_t threads();

 private:
  using Value = std::optional<uint64_t>;
  struct Call {
    FunctionIndex function;
    Point point;
    std::vector<Value> slots;
  };

  bool leave_first_join();
  bool step();
  bool compute(const Instruction& i);
  bool branch(const Instruction& i);
  bool call(const Instruction& i, FunctionIndex callee);
  bool join(const std::vector<Value>& arguments, std::vector<Value>& results);
  bool may_end_locals();
  bool may_end(uint64_t address) const;
  bool finish_call(const std::vector<Value>& results);
  bool load(const Instruction& i, unsigned bytes);
  bool store(Value address, unsigned bytes, Value value);
  bool copy(const Instruction& i);
  Value value(Operand operand) const;
  bool go(Value condition, Point if_true, Point if_false);
  std::optional<Value> read(uint64_t address, unsigned bytes);

  const Machine& machine_;
  const Program& program_;
  ThreadNumber thread_;
  const IsStable& is_stable_;
  std::vector<Call> calls_;
  std::vector<uint32_t> first_locals_;  // of the real calls that have not been left
  std::map<uint64_t, std::optional<uint8_t>> written_;  // bytes, over the real memory
  uint64_t next_local_;
  uint64_t joined_ = 0;
};

}  // namespace heddle
