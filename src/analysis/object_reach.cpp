// SPDX-License-Identifier: Apache-2.0
#include "analysis/object_reach.h"

#include "analysis/components.h"

namespace heddle {

ObjectReach::ObjectReach(const PointsTo& points_to)
    : points_to_(points_to),
      component_of_(points_to.objects().size()),
      private_(points_to.objects().size()),
      sets_(points_to.set_count()) {
  for (ObjectId id = 0; id < points_to.objects().size(); ++id) {
    const ObjectKind kind = points_to.objects()[id].kind;
    if (kind == ObjectKind::Heap || kind == ObjectKind::Local) private_.add(id);
  }
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

const BitSet& ObjectReach::objects(TargetSetId set) const {
  std::optional<BitSet>& objects = sets_[set].objects;
  if (objects) return *objects;
  objects = BitSet(object_count());
  for (const Target& target : points_to_.targets(set)) objects->add(target.object);
  return *objects;
}

const BitSet& ObjectReach::from(TargetSetId set, Part part) const {
  std::optional<BitSet>& reached = part == Part::Whole ? sets_[set].whole : sets_[set].inside;
  if (reached) return *reached;
  reached = BitSet(object_count());
  const auto add = [&](ObjectId object) {
    if (!reached->contains(object)) reached->add(from(object));
  };
  objects(set).visit([&](size_t object) {
    if (part == Part::Whole) return add(ObjectId(object));
    for (const ObjectId next : points_to_.contents(ObjectId(object))) add(next);
  });
  return *reached;
}

}  // namespace heddle
