// Statement texts: what an instruction does, in words that survive edits elsewhere: no register numbers, no Points, no addresses.
//
// Functions and variables go by name, literals by content. The shallow text leaves registers out. The value of a
// statement adds, for each register, the value of the statement that made it, up to parameters and to where paths
// join: there, what the paths bring counts by its shallow text alone, since loops lead back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "analysis/points_to.h"
#include "incremental/version.h"

namespace heddle {

inline bool is_users(const Function& function) {
  return function.origin == FunctionOrigin::User && !function.is_model;
}

// An operation of the user's code that other threads notice, without a call.
bool is_plain_synchronisation(Opcode opcode);

// Makes an address from another one, in b, that leads into the same object.
inline bool is_address_step(Opcode opcode) {
  return opcode == Opcode::Offset || opcode == Opcode::Index || opcode == Opcode::Move;
}

class ProgramTexts {
 public:
  explicit ProgramTexts(const Program& program) : program_(program), addresses_(program) {}

  std::string shallow(Point point) const { return text(point, Names::Told); }
  // The same without the names of functions and variables.
  uint64_t nameless(Point point) const;
  // The variable a constant leads to; null if none.
  const Global* variable(uint64_t value) const;
  // What a variable holds at first: a hash without names, then the functions and variables whose addresses are in it.
  std::string contents(const Global& global) const;

 private:
  enum class Names : uint8_t { Told, LeftOut };
  std::string text(Point point, Names names) const;
  std::string constant(uint64_t value, Names names) const;
  // The names are added as words.
  uint64_t hash_of(const Global& global, unsigned depth, std::string& names) const;
  uint64_t hash_of(uint64_t value, unsigned depth, std::string& names) const;

  const Program& program_;
  ConstantAddresses addresses_;
};

// Where the registers of one function come from.
class Definitions {
 public:
  static constexpr Point kParameter = kNoPoint;
  Definitions(const Program& program, const Function& function);

  // The instructions that write the register; none for a parameter.
  const std::vector<Point>& of(uint32_t slot) const { return points_[slot]; }
  // The only one, or kNoPoint.
  Point only(Operand operand) const {
    return is_constant(operand) || points_[operand].size() != 1 ? kNoPoint : points_[operand][0];
  }
  // The Alloca whose variable the operand points into, or kNoPoint.
  Point variable(Operand operand) const;
  // Whether that variable's address goes nowhere but into accesses of it.
  bool stays_local(Operand operand) const;

 private:
  void find_escapes(const Function& function);

  const Program& program_;
  std::vector<std::vector<Point>> points_;  // by slot
  std::vector<bool> escapes_;  // by slot of the Alloca
};

class FunctionTexts {
 public:
  FunctionTexts(const Program& program, const ProgramTexts& texts, const Function& function);

  uint64_t value(Point point) const { return values_[point - function_.entry]; }
  // The variable that is accessed, as far as that is plain; else null.
  const Global* object_of(Point point) const;
  const Definitions& definitions() const { return definitions_; }

 private:
  uint64_t find_value(Point point);
  uint64_t value_of(Operand operand);
  uint64_t joined(uint32_t slot) const;

  const Program& program_;
  const ProgramTexts& texts_;
  const Function& function_;
  Definitions definitions_;
  std::vector<uint64_t> values_;
  enum class Progress : uint8_t { Open, Begun, Done };
  std::vector<Progress> progress_;
};

// Of an instruction that is no call of a library.
StatementKind access_kind(const Program& program, Point point, const FunctionTexts& texts);

}  // namespace heddle
