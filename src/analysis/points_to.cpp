// SPDX-License-Identifier: Apache-2.0
#include "analysis/points_to.h"

#include "program/address.h"

namespace heddle {

namespace {

constexpr uint64_t kPointerMask = (uint64_t(1) << 47) - 1;

template <typename Map, typename Key>
const auto& found_or_empty(const Map& map, const Key& key) {
  static const typename Map::mapped_type empty{};
  const auto found = map.find(key);
  return found == map.end() ? empty : found->second;
}

}  // namespace

ConstantAddresses::ConstantAddresses(const Program& program) : program_(program) {
  for (uint32_t index = 0; index < program.globals.size(); ++index)
    globals_[program.globals[index].address] = index;
}

std::optional<ConstantAddresses::Named> ConstantAddresses::decode(uint64_t value) const {
  const uint64_t at = value & kPointerMask;
  const uint32_t region = address::region_of(at);
  if (region == address::kCodeRegion) {
    const auto function = program_.function_with(at);
    if (!function) return std::nullopt;  // a block's address
    return Named{ObjectKind::Function, *function, 0};
  }
  if (region != address::kGlobalRegion && region != address::kLargeGlobalRegion)
    return std::nullopt;
  const uint64_t start = address::make(region, uint32_t(address::index_of(at)));
  const auto found = globals_.find(start);
  if (found == globals_.end()) return std::nullopt;
  return Named{ObjectKind::Global, found->second, int64_t(at - start)};
}

uint64_t ConstantAddresses::beside_address(uint64_t value) { return value & ~kPointerMask; }

TargetSetId PointsTo::set_of(InstanceId instance, Operand operand) const {
  if (is_constant(operand)) return found_or_empty(constants_, operand & ~kConstantBit);
  const uint32_t slot = first_slot_[instance] + operand;
  return lazy_ ? TargetSetId(sets_.size()) + slot : slots_[slot];
}

const std::vector<InstanceId>& PointsTo::callees(InstanceId instance, Point call) const {
  static const std::vector<InstanceId> none;
  if (call >= is_call_.size() || !is_call_[call]) return none;
  return found_or_empty(callees_, std::pair(instance, call));
}

const std::vector<InstanceId>& PointsTo::thread_entries(InstanceId instance, Point create) const {
  return found_or_empty(entries_, std::pair(instance, create));
}

std::optional<ObjectId> PointsTo::find(ObjectKind kind, uint32_t index) const {
  const auto found = object_ids_.find({kind, index});
  if (found == object_ids_.end()) return std::nullopt;
  return found->second;
}

}  // namespace heddle
