// Naming: what addresses and values are called in the checked program's own words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "machine/memory.h"
#include "program/program.h"
#include "result/trace.h"

namespace heddle {

struct NamedPlace {
  std::string name;  // "queue.head", "accounts[1].balance"
  TypeIndex type = kNoType;
};

class Naming {
 public:
  Naming(const Program& program, Memory& memory) : program_(program), memory_(memory) {}

  // `point` is the access, if there is one: its code may know the member's name.
  NamedPlace name(uint64_t address, uint64_t size, Point point = kNoPoint) const;
  std::string value(uint64_t bits, uint64_t size, TypeIndex type) const;
  std::string pointer(uint64_t address) const;

  Place place(Point point) const;
  std::string function_name(FunctionIndex function) const;
  std::string source_line(const std::string& file, uint32_t line) const;
  const Global* global_at(uint64_t address) const;

 private:
  void descend(TypeIndex type, uint64_t offset, uint64_t size, NamedPlace& place) const;
  NamedPlace name_in_block(const Object& object, uint64_t offset, uint64_t size, Point point) const;

  const Program& program_;
  Memory& memory_;
  mutable std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace heddle
