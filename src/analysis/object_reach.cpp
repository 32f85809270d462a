// SPDX-License-Identifier: Apache-2.0
#include "analysis/object_reach.h"

#include "analysis/components.h"

namespace heddle {

ObjectReach::ObjectReach(const PointsTo& points_to)
    : points_to_(points_to), component_of_(points_to.objects().size()) {
  visit_components(
      component_of_.size(), [](ObjectId object) { return object; },
      [&](ObjectId object) -> const std::vector<ObjectId>& { return points_to.contents(object); },
      [&](std::span<const ObjectId> component) {
        BitSet reached(component_of_.size());
        for (const ObjectId object : component) {
          component_of_[object] = uint32_t(reached_.size());
          reached.add(object);
        }
        for (const ObjectId object : component)
          for (const ObjectId next : points_to.contents(object))
            if (component_of_[next] < reached_.size()) reached.add(from(next));
        reached_.push_back(std::move(reached));
      });
}

const BitSet& ObjectReach::from(InstanceId instance, Operand operand, Part part) const {
  const auto [entry, is_new] = from_operands_.try_emplace({instance, operand, part});
  BitSet& reached = entry->second;
  if (!is_new) return reached;
  reached = BitSet(object_count());
  BitSet seen(object_count());
  const auto add = [&](ObjectId object) {
    if (!reached.contains(object)) reached.add(from(object));
  };
  for (const Target& target : points_to_.targets(instance, operand)) {
    if (part == Part::Whole) {
      add(target.object);
    } else if (!seen.contains(target.object)) {
      seen.add(target.object);
      for (const ObjectId next : points_to_.contents(target.object)) add(next);
    }
  }
  return reached;
}

}  // namespace heddle
