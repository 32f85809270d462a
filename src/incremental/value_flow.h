// ValueFlow: where values that an edit changed go: through registers, local variables, arguments and results.
//
// Through memory that others can reach it does not follow them: who reads that memory interacts anyway, and is told when
// its own code changes. Calls through pointers are not followed either.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "incremental/statement_text.h"

namespace heddle {

class ValueFlow {
 public:
  explicit ValueFlow(const Program& program);

  // What the instruction makes, stores into a local variable or returns, is another value than before.
  void add(Point point);
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
  void touch(Point point, uint32_t slot);
  void follow();

  const Program& program_;
  std::map<FunctionIndex, std::unique_ptr<Code>> codes_;
  std::map<FunctionIndex, std::vector<Point>> calls_of_;
  std::vector<bool> touched_;  // by Point
  std::vector<std::pair<FunctionIndex, uint32_t>> open_;
};

}  // namespace heddle
