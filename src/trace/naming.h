// Naming: what addresses and values are called in the checked program's own words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "machine/memory.h"
#include "program/program.h"
#include "result/trace.h"
#include "trace/blocks.h"

namespace heddle {

// An object on the stack that has no name.
inline constexpr const char* kTemporary = "a temporary";

struct NamedPlace {
  std::string name;  // "queue.head", "accounts[1].balance"
  TypeIndex type = kNoType;
  bool library = false;  // memory that a library manages: the name is not one of the program's
  bool hidden = false;   // the compiler's own: a pointer to a vtable, a captured reference
  std::string owner;     // the container whose element it is
};

class Naming {
 public:
  Naming(const Program& program, Memory& memory, const Blocks& blocks)
      : program_(program), memory_(memory), blocks_(blocks) {}

  // `point` is the access, if there is one: its code may know the member's name.
  NamedPlace name(uint64_t address, uint64_t size, Point point = kNoPoint) const;
  std::string value(uint64_t bits, uint64_t size, TypeIndex type) const;
  // `target` is the type pointed to, if known: it decides between an object and its first member.
  std::string pointer(uint64_t address, TypeIndex target = kNoType) const;
  // "the Task allocated at pool.cpp:12"; empty if nothing is known but its size
  std::string block(uint64_t address) const;
  const BlockHistory* history_of(uint64_t address) const;

  Place place(Point point) const;
  std::string function_name(FunctionIndex function) const;
  std::string source_line(const std::string& file, uint32_t line) const;
  const Global* global_at(uint64_t address) const;

 private:
  enum class Inside { User, Library };
  void descend(TypeIndex type, uint64_t offset, uint64_t size, NamedPlace& place,
               Inside inside = Inside::User) const;
  const RecordMember* member_at(const TypeInfo& record, uint64_t offset) const;
  bool has_data(TypeIndex type) const;
  NamedPlace name_in_block(const Object& object, uint64_t address, uint64_t size,
                           Point point) const;
  NamedPlace name_by_hint(const AccessHint& hint, const Object& object, uint64_t offset,
                          uint64_t size) const;
  NamedPlace name_by_type(const BlockHistory& history, uint64_t base, uint64_t offset,
                          uint64_t size) const;
  NamedPlace name_of_element(const BlockHistory& history, uint64_t base, uint64_t offset,
                             uint64_t size) const;
  NamedPlace name_on_stack(const Object& object, uint64_t address, uint64_t size) const;
  bool is_users_type(TypeIndex type) const;

  const Program& program_;
  Memory& memory_;
  const Blocks& blocks_;
  mutable std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace heddle
