// What the detector found, frame by frame, and whether that is what it should have found.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "collision.h"
#include "traffic.h"

namespace cdx {

struct FrameReport {
  int frame_index = 0;  // in the pregenerated traffic
  int suspected_groups = 0;
  CollisionCollector collisions;
};

class Report {
 public:
  void add(FrameReport report) { frames_.push_back(std::move(report)); }
  void count_not_ready();

  int frame_count() const { return static_cast<int>(frames_.size()); }
  int not_ready() const { return not_ready_; }
  int collision_count() const;
  // Fails an assertion unless frames came in order and each one's collisions are exactly those that
  // a comparison of all pairs finds between it and the one received before it.
  void check_against(const Traffic& traffic) const;

 private:
  std::vector<FrameReport> frames_;
  int not_ready_ = 0;
};

// Collisions between two frames of the same aircraft, found without any grid.
CollisionCollector compare_all_pairs(const Frame& before, const Frame& after);

}  // namespace cdx
