// SPDX-License-Identifier: Apache-2.0
#include "search/wakeup_tree.h"

#include <algorithm>

namespace heddle {

bool Sequence::can_be_first(size_t index) const {
  const Item& item = items_[index];
  return std::none_of(items_.begin(), items_.begin() + ptrdiff_t(index), [&](const Item& earlier) {
    return (*item.clock)[earlier.step.thread] >= earlier.number;
  });
}

Sequence::Place Sequence::beginning_with(const ScheduleStep& step,
                                         const Footprint& footprint) const {
  for (size_t index = 0; index < items_.size(); ++index) {
    const Item& item = items_[index];
    if (item.step.thread == step.thread) {
      const bool fits = item.step == step && can_be_first(index);
      return {fits ? Beginning::WithOwn : Beginning::No, index};
    }
  }
  for (const Item& item : items_)
    if (are_dependent(footprint, **item.footprint)) return {};
  return {.beginning = Beginning::WithAnother};
}

void insert(WakeupTree& tree, Sequence sequence) {
  for (WakeupNode& node : tree) {
    const Sequence::Place place = sequence.beginning_with(node.step, *node.footprint);
    if (place.beginning == Sequence::Beginning::No) continue;
    if (place.beginning == Sequence::Beginning::WithOwn) sequence.remove(place.index);
    if (!node.children.empty() && !sequence.items().empty())
      insert(node.children, std::move(sequence));
    return;
  }
  WakeupTree* place = &tree;
  for (const Sequence::Item& item : sequence.items()) {
    place->push_back({item.step, *item.footprint, {}});
    place = &place->back().children;
  }
}

void insert_first(WakeupTree& tree, const Sequence& sequence) {
  for (const WakeupNode& node : tree)
    if (sequence.beginning_with(node.step, *node.footprint).beginning ==
        Sequence::Beginning::WithOwn)
      return;
  const Sequence::Item& first = sequence.items().front();
  tree.push_back({first.step, *first.footprint, {}});
}

}  // namespace heddle
