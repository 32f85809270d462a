// PointsTo: which objects a register may point to, and where in them.
//
// Objects are named by where they come from: a global, a function, a local variable by its Alloca, a
// heap block by its allocation site (see allocators.h), a thread-local variable by its number. An
// offset is exact, or known up to multiples of a stride: all elements of an array are one. An index into
// an array with a declared length stays in it: a program that leaves an array for another member of the
// same object is not served here, and noticed when it happens (reduction/hybrid.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "program/program.h"
#include "support/hash.h"

namespace heddle {

enum class ObjectKind : uint8_t {
  Global,
  Function,
  Heap,
  Local,
  ThreadLocal,
  Anything,  // all objects that a pointer may lead to: the answer where no better one is known
};

using ObjectId = uint32_t;
inline constexpr uint64_t kUnknownSize = ~uint64_t(0);
inline constexpr uint64_t kWholeObject = ~uint64_t(0);  // as the size of an access: anything in it

struct AbstractObject {
  ObjectKind kind;
  uint32_t index;  // of the global, function or thread-local variable; else a Point
  uint64_t size;
};

// The addresses offset + k * stride in an object, for k below the count; stride 0 means the offset alone.
// Without a count, k may be any number, also negative; a stride of 1 then means anywhere.
struct Target {
  ObjectId object = 0;
  int64_t offset = 0;
  int64_t stride = 0;
  int64_t count = 0;  // 0: none
  int64_t last() const { return offset + (count ? count - 1 : 0) * stride; }
  bool is_bounded() const { return stride == 0 || count != 0; }
  friend auto operator<=>(const Target&, const Target&) = default;
};

// A function as it is called through certain call sites, the innermost first. Without contexts there
// is one instance of each function.
struct Instance {
  FunctionIndex function = 0;
  std::vector<Point> context;
  friend auto operator<=>(const Instance&, const Instance&) = default;
};
using InstanceId = uint32_t;
using TargetSetId = uint32_t;

// Copies characters of a std::string, which keeps short ones next to its pointer to them: taken for a copy of
// anything, it would have all that holds a string hold pointers anywhere. Bytes of a pointer in a string
// are noticed when the machine uses them.
inline bool copies_text(const Function& function) {
  return function.origin == FunctionOrigin::Library &&
         function.name.starts_with("_ZNSt11char_traitsI");
}

// Loads what it compares, counts or hashes, and gives no part of it to anybody.
inline bool only_reads_numbers(const Function& function) {
  static constexpr std::string_view kNames[] = {"memchr",  "memcmp",  "strchr",
                                                "strcmp",  "strlen",  "strncmp",
                                                "strnlen", "strrchr", "_ZSt11_Hash_bytesPKvmm"};
  return function.origin == FunctionOrigin::Library &&
         std::find(std::begin(kNames), std::end(kNames), function.name) != std::end(kNames);
}

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
  // What the value has besides the address: any number may look like one.
  static uint64_t beside_address(uint64_t value);

 private:
  const Program& program_;
  std::map<uint64_t, uint32_t> globals_;  // by address
};

// Answers about registers one by one, when they are asked for.
class LazyTargets {
 public:
  virtual ~LazyTargets() = default;
  virtual const std::vector<Target>& targets(uint32_t slot) = 0;
};

class PointsTo {
 public:
  const std::vector<Instance>& instances() const { return instances_; }
  InstanceId start() const { return 0; }
  const Function& function_of(const Program& program, InstanceId instance) const {
    return program.functions[instances_[instance].function];
  }
  // Where the operand may point, in code of the instance.
  const std::vector<Target>& targets(InstanceId instance, Operand operand) const {
    return targets(set_of(instance, operand));
  }
  // The number of that set. Many operands have the same one, so that what follows from it is best kept by number.
  TargetSetId set_of(InstanceId instance, Operand operand) const;
  const std::vector<Target>& targets(TargetSetId set) const {
    return set < sets_.size() ? sets_[set] : lazy_->targets(set - TargetSetId(sets_.size()));
  }
  size_t set_count() const { return sets_.size(); }  // not for answers on demand
  const std::vector<InstanceId>& callees(InstanceId instance, Point call) const;
  const std::vector<InstanceId>& thread_entries(InstanceId instance, Point create) const;
  const std::vector<AbstractObject>& objects() const { return objects_; }
  std::optional<ObjectId> find(ObjectKind kind, uint32_t index) const;
  // What pointers anywhere in the object may point to. Not for answers on demand.
  const std::vector<ObjectId>& contents(ObjectId object) const { return contents_[object]; }
  bool is_anything(const Target& target) const {
    return objects_[target.object].kind == ObjectKind::Anything;
  }
  // Anything is one of the objects before this one.
  ObjectId anything_end() const { return anything_end_; }

 private:
  friend class Andersen;
  friend class CoarsePointers;
  struct HashOfPlace {
    size_t operator()(const std::pair<InstanceId, Point>& place) const {
      return mix(place.first, place.second);
    }
  };
  using Calls =
      std::unordered_map<std::pair<InstanceId, Point>, std::vector<InstanceId>, HashOfPlace>;
  std::vector<InstanceId>& callees_at(InstanceId instance, Point call) {
    if (call >= is_call_.size()) is_call_.resize(call + 1);
    is_call_[call] = true;
    return callees_[{instance, call}];
  }
  TargetSetId add_set(std::vector<Target> targets) {
    sets_.push_back(std::move(targets));
    return TargetSetId(sets_.size() - 1);
  }

  std::vector<Instance> instances_;
  std::vector<AbstractObject> objects_;
  std::map<std::pair<ObjectKind, uint32_t>, ObjectId> object_ids_;
  std::vector<std::vector<ObjectId>> contents_;  // by object
  std::vector<uint32_t> first_slot_;  // by instance, into slots_
  std::vector<TargetSetId> slots_;
  std::vector<std::vector<Target>> sets_ = {{}};  // the first is the empty one
  std::shared_ptr<LazyTargets> lazy_;  // in place of slots_
  ObjectId anything_end_ = 0;
  std::map<uint32_t, TargetSetId> constants_;  // by index of the constant
  std::vector<bool> is_call_;  // by Point: most are none, and are asked about all the same
  Calls callees_;
  Calls entries_;
};

}  // namespace heddle
