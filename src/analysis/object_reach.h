// ObjectReach: which objects can be found from an object by following pointers, all of them together.
//
// When an object becomes known to other threads, so does all that it leads to. Objects that lead to each
// other have the same answer, so it is kept once per strongly connected component.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "analysis/points_to.h"
#include "support/bit_set.h"

namespace heddle {

class ObjectReach {
 public:
  explicit ObjectReach(const PointsTo& points_to);

  // The object itself and what it leads to.
  const BitSet& from(ObjectId object) const { return reached_[component_of_[object]]; }
  size_t object_count() const { return component_of_.size(); }

  // The same from all objects that a points-to set leads to, or from what pointers in these objects may.
  enum class Part : uint8_t { Whole, Inside };
  const BitSet& from(TargetSetId set, Part part) const;
  // These objects themselves.
  const BitSet& objects(TargetSetId set) const;
  // One of them may be known to one thread only.
  bool may_be_private(TargetSetId set) const { return private_.meets(objects(set)); }

 private:
  const PointsTo& points_to_;
  std::vector<uint32_t> component_of_;  // by object
  std::vector<BitSet> reached_;  // by component
  BitSet private_;  // objects that are made while the program runs
  struct PerSet {
    std::optional<BitSet> objects;
    std::optional<BitSet> whole;
    std::optional<BitSet> inside;
  };
  mutable std::vector<PerSet> sets_;  // by number
};

}  // namespace heddle
