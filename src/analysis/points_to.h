// PointsTo: which objects a register may point to, and where in them.
//
// Objects are named by where they come from: a global, a function, a local variable by its Alloca, a
// heap block by its allocation site (see allocators.h), a thread-local variable by its number. An
// offset is exact, or known up to multiples of a stride: all elements of an array are one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "program/program.h"

namespace heddle {

enum class ObjectKind : uint8_t { Global, Function, Heap, Local, ThreadLocal };

using ObjectId = uint32_t;
inline constexpr uint64_t kUnknownSize = ~uint64_t(0);

struct AbstractObject {
  ObjectKind kind;
  uint32_t index;  // of the global, function or thread-local variable; else a Point
  uint64_t size;
};

// The addresses offset + k * stride in an object; stride 0 means the offset alone, 1 means anywhere.
struct Target {
  ObjectId object = 0;
  int64_t offset = 0;
  int64_t stride = 0;
  friend auto operator<=>(const Target&, const Target&) = default;
};

// The function or variable a constant is the address of.
class ConstantAddresses {
 public:
  explicit ConstantAddresses(const Program& program);
  struct Named {
    ObjectKind kind;
    uint32_t index;
    int64_t offset;
  };
  std::optional<Named> decode(uint64_t value) const;

 private:
  const Program& program_;
  std::map<uint64_t, uint32_t> globals_;  // by address
};

class PointsTo {
 public:
  // Where the operand may point, in code of the function.
  const std::vector<Target>& targets(FunctionIndex function, Operand operand) const;
  const std::vector<FunctionIndex>& callees(Point call) const;
  const std::vector<FunctionIndex>& thread_entries(Point create) const;
  bool is_reachable(FunctionIndex function) const { return reachable_[function]; }
  const std::vector<AbstractObject>& objects() const { return objects_; }
  std::optional<ObjectId> find(ObjectKind kind, uint32_t index) const;

 private:
  friend class Andersen;
  std::vector<AbstractObject> objects_;
  std::map<std::pair<ObjectKind, uint32_t>, ObjectId> object_ids_;
  std::vector<bool> reachable_;
  std::vector<uint32_t> first_slot_;                  // by function, into slots_
  std::vector<std::vector<Target>> slots_;
  std::map<uint32_t, std::vector<Target>> constants_;  // by index of the constant
  std::map<Point, std::vector<FunctionIndex>> callees_;
  std::map<Point, std::vector<FunctionIndex>> entries_;
};

}  // namespace heddle
