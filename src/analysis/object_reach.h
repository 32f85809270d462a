// ObjectReach: which objects can be found from an object by following pointers, all of them together.
//
// When an object becomes known to other threads, so does all that it leads to. Objects that lead to each
// other have the same answer, so it is kept once per strongly connected component.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <tuple>
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

  // The same from all that an operand may point to, or from what pointers in these objects may.
  enum class Part : uint8_t { Whole, Inside };
  const BitSet& from(InstanceId instance, Operand operand, Part part) const;

 private:
  const PointsTo& points_to_;
  std::vector<uint32_t> component_of_;  // by object
  std::vector<BitSet> reached_;  // by component
  mutable std::map<std::tuple<InstanceId, Operand, Part>, BitSet> from_operands_;
};

}  // namespace heddle
