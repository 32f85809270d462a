// Program: a whole program under check as plain data. One lowering makes it, every engine reads it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "program/instruction.h"
#include "program/point.h"
#include "program/source_map.h"
#include "support/hash.h"

namespace heddle {

enum class FunctionOrigin : uint8_t { User, Library };

struct Function {
  std::string name;
  std::string shown_name;  // as the source has it: "bank::Account::transfer"
  std::string operation;  // the bare name, for what the user calls: "push_back"
  FunctionOrigin origin = FunctionOrigin::User;
  bool is_model = false;  // stands for a compiled part of a library
  bool is_generic = false;  // one of the library for values of any type
  int32_t this_slot = -1;  // the register of a member function's object
  TypeIndex this_type = kNoType;
  SourceLocation location;  // of its head
  Point entry = kNoPoint;
  uint32_t instruction_count = 0;
  uint32_t slot_count = 0;
  uint32_t parameter_slots = 0;
  bool is_allocator =
      false;  // returns only blocks it has just allocated; see analysis/allocators.h
  bool returns_twice = false;  // calls setjmp: every register counts as live everywhere
  uint64_t code_hash = 0;  // stable between runs: names the code in saved traces
};

// A word of a global's initial contents; all others are zero.
struct InitialWord {
  uint32_t index = 0;
  uint64_t value = 0;
};

struct Global {
  std::string name;
  std::string shown_name;  // as the source has it; empty for literals and the like
  uint64_t address = 0;  // not for thread-local variables: each thread has its own
  uint64_t key = 0;  // stands for it in fingerprints, see analysis/global_keys.h; 0: its name does
  uint64_t size = 0;
  uint32_t alignment = 1;
  bool is_constant = false;
  FunctionOrigin origin = FunctionOrigin::User;
  TypeIndex type = kNoType;
  SourceLocation location;
  std::vector<InitialWord> contents;
};

// A local variable that has an address; found by the Point of its Alloca.
struct LocalVariable {
  Point alloca_point = kNoPoint;
  std::string name;
  TypeIndex type = kNoType;
  bool artificial = false;  // the compiler's: the iterators of a range-based for
};

// An Index into an array that the source declares with so many elements. Of one element: the index is 0, which is
// what pointers to member functions add to `this`, unless a program has one that adds something.
struct ArrayIndex {
  Point point = kNoPoint;
  uint64_t length = 0;
};

// Where an exception that leaves a call goes: the code that begins with the clauses below.
struct LandingPad {
  Point call = kNoPoint;
  Point pad = kNoPoint;
  uint32_t exception_slot = 0;  // gets the exception object
  // Addresses of type_info objects; 0 catches everything, 1 ends the program (noexcept).
  std::vector<uint64_t> catch_types;
};

struct SwitchTable {
  Point otherwise = kNoPoint;
  std::vector<std::pair<uint64_t, Point>> cases;  // sorted by value
};

struct Program {
  std::vector<Instruction> code;  // by Point
  std::vector<uint64_t> constants;
  std::vector<uint32_t> operand_lists;  // each: count, then operands
  std::vector<SwitchTable> switches;
  std::vector<LandingPad> landing_pads;  // sorted by call
  std::vector<Function> functions;
  std::vector<Global> globals;
  std::vector<Global> thread_locals;
  std::vector<LocalVariable> locals;  // sorted by Point
  std::vector<ArrayIndex> array_indices;  // sorted by Point
  SourceMap source;

  // Registers that matter when a thread stands at a Point: before the instruction, or, at a call,
  // after it (without its result). As ranges into `live_slots`; only Points where a thread can
  // stand at a choice have one.
  std::vector<uint32_t> live_slots;
  std::vector<std::pair<uint32_t, uint32_t>> live_ranges;  // by Point: first, count

  // What a frame's Point stands for in fingerprints. Plain ones name the function and the place in it;
  // analysis/places.h has names that another version of the program can have, too.
  std::vector<Fingerprint> positions;  // by Point

  // The function at a code address, by the number in it; empty: the number is the index. Numbers of
  // functions that are gone stay free, so that those of others mean the same in two versions.
  static constexpr FunctionIndex kNoFunction = ~0u;
  std::vector<FunctionIndex> functions_by_number;

  FunctionIndex start = 0;  // runs constructors, main and exit
  bool main_may_leave = false;  // main may end by pthread_exit, before other threads do
  bool observes_held_locks = false;  // trylock and friends: then an unlock is a choice, too
  bool detaches_threads = false;  // some threads may end without anybody waiting for it
  std::vector<std::string> modelled_functions;  // library functions in use, for the ledger
  std::vector<std::string> assumptions;  // what else the ledger says about how it was compiled

  std::span<const uint32_t> operands(uint32_t list) const {
    return {operand_lists.data() + list + 1, operand_lists[list]};
  }
  std::span<const uint32_t> live_at(Point point) const {
    const auto [first, count] = live_ranges[point];
    return {live_slots.data() + first, count};
  }
  FunctionIndex function_at(Point point) const;
  // The function that a pointer to code points to.
  std::optional<FunctionIndex> function_with(uint64_t address) const;
  const LandingPad* landing_pad_at(Point call) const;
  // How many elements the array has that an Index goes into; 0 if that is not known.
  uint64_t array_length_at(Point index) const;
};

// Fills Program::positions with what tells Points apart within one version of a program.
void set_plain_positions(Program& program);

// A listing for people.
std::string print(const Program& program);

}  // namespace heddle
