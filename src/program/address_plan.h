// AddressPlan: which numbers the addresses of globals and functions have, so that a later version of the
// program can give them the same.
//
// Pointers are plain numbers in a state. States of two versions can be compared only if an address means
// the same in both, or nothing in one of them. A plan therefore never forgets: the number of a variable
// that is gone stays taken.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "program/program.h"

namespace heddle {

struct AddressPlan {
  std::map<uint64_t, uint32_t> small;  // globals, by Global::key
  std::map<uint64_t, uint32_t> large;
  std::map<uint64_t, uint32_t> functions;  // by the hash of their names
  friend bool operator==(const AddressPlan&, const AddressPlan&) = default;
};

// New numbers for those that a lowering without a plan gives: by these.
struct AddressNumbers {
  std::vector<uint32_t> small;
  std::vector<uint32_t> large;
  std::vector<uint32_t> functions;
  // Whether they are those that it gives anyway.
  bool change_nothing() const;
};

// As the program has them, with those of the earlier plan that it does not use.
AddressPlan plan_of(const Program& program, const AddressPlan& earlier = {});

// Whether every address that the program and the plan have in common is the same thing in both.
bool follows(const Program& program, const AddressPlan& plan);

// For a program that was lowered without a plan and has the keys of its globals. Nothing if the numbers
// are used up.
std::optional<AddressNumbers> numbers_by(const AddressPlan& plan, const Program& program);

}  // namespace heddle
