// WakeupTree: beginnings of executions that are still to be explored from a state, without saying anything twice.
//
// Each branch is a sequence of transitions with their footprints. Inserting a sequence leads down the first branches that it
// could just as well begin with; it is lost in a leaf, which stands for everything that follows, or becomes a
// new branch, the last one.
//
// Paper: [AbdullaAronisJonssonSagonas-JACM17], Section 6.
// Names: insert_[E](v, B) -> insert, v \ p -> Sequence::remove, p in WI_[E](v) -> Sequence::beginning_with
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <memory>
#include <vector>

#include "search/happens_before.h"

namespace heddle {

// Transitions that can be taken in this order, and what must come before what.
class Sequence {
 public:
  // What is passed by reference must outlive the sequence.
  void add(const ScheduleStep& step, uint32_t number,
           const std::shared_ptr<const Footprint>& footprint, const VectorClock& clock) {
    items_.push_back({step, number, &footprint, &clock});
  }

  // How the sequence could begin with a transition, as far as order matters.
  enum class Beginning { No, WithOwn, WithAnother };
  struct Place {
    Beginning beginning = Beginning::No;
    size_t index = 0;  // of the sequence's own transition
  };
  Place beginning_with(const ScheduleStep& step, const Footprint& footprint) const;
  void remove(size_t index) { items_.erase(items_.begin() + ptrdiff_t(index)); }

  struct Item {
    ScheduleStep step;
    uint32_t number;  // among the events of its thread
    const std::shared_ptr<const Footprint>* footprint;
    const VectorClock* clock;
  };
  const std::vector<Item>& items() const { return items_; }

 private:
  bool can_be_first(size_t index) const;
  std::vector<Item> items_;
};

struct WakeupNode;
// The first is explored first. A list, so that it can be taken off.
using WakeupTree = std::list<WakeupNode>;

struct WakeupNode {
  ScheduleStep step;
  std::shared_ptr<const Footprint> footprint;
  WakeupTree children;
};

void insert(WakeupTree& tree, Sequence sequence);
// Only the first transition of the sequence, unless the tree has one that the sequence could begin with.
void insert_first(WakeupTree& tree, const Sequence& sequence);

}  // namespace heddle
