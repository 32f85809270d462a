// What the detector found, frame by frame, and whether that is what it should have found.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collision.h"
#include "linked_list.h"
#include "log.h"
#include "traffic.h"

namespace cdx {

struct FrameReport {
  int frame_index = 0;  // in the pregenerated traffic
  int suspected_groups = 0;
  CollisionCollector collisions;
  Log log;
};

class Report {
 public:
  void add(FrameReport report) { frames_.append(std::move(report)); }
  void count_not_ready();

  int frame_count() const { return static_cast<int>(frames_.size()); }
  int not_ready() const { return not_ready_; }
  int collision_count() const;
  // Fails an assertion unless frames came in order and each one's collisions are exactly those that
  // a comparison of all pairs finds between it and the one received before it.
  void check_against(const Traffic& traffic) const;

 private:
  void check_log(const FrameReport& report) const;

  LinkedList<FrameReport> frames_;
  int not_ready_ = 0;
};

// Collisions between two frames of the same aircraft, found without grid and formula.
CollisionCollector compare_all_pairs(const Frame& before, const Frame& after);

}  // namespace cdx
