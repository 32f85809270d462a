// The work on one frame: motions since the last one, and the collisions among them.
//
// The original enters a memory area of its own for this and leaves it with everything in it; here
// it is an object on the detector's stack. Only the state table survives it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "collision.h"
#include "frame.h"
#include "linked_list.h"
#include "motion.h"
#include "state_table.h"

namespace cdx {

class FrameScope {
 public:
  // `number` counts the frames that were received.
  FrameScope(StateTable& states, int number) : states_(states), number_(number) {}

  // To be called once.
  void process(const Frame& frame);

  const CollisionCollector& collisions() const { return collisions_; }
  int suspected_groups() const { return suspected_groups_; }

 private:
  void read_motions(const Frame& frame);
  void add_motion(const Aircraft& aircraft, const Vector3& position);
  void find_collisions();

  StateTable& states_;
  const int number_;
  LinkedList<Motion> motions_;
  std::vector<Position> replaced_;  // old positions, which motions_ refers to
  CollisionCollector collisions_;
  int suspected_groups_ = 0;
};

}  // namespace cdx
