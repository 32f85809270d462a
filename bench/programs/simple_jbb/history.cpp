// Payments on record: see history.h.
// SPDX-License-Identifier: Apache-2.0
#include "history.h"

#include <utility>

namespace jbb {

History::History(const CustomerKey& customer, int district_id, Money amount, std::string text)
    : customer_(customer), district_id_(district_id), amount_(amount), text_(std::move(text)) {}

void HistoryBook::add(std::unique_ptr<const History> entry) {
  const std::lock_guard lock(mutex_);
  entries_.push_back(std::move(entry));
}

void HistoryBook::trim(int limit) {
  const std::lock_guard lock(mutex_);
  while (static_cast<int>(entries_.size()) > limit) {
    trimmed_ += entries_.front()->amount();
    entries_.erase(entries_.begin());
  }
}

int HistoryBook::size() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(entries_.size());
}

Money HistoryBook::total() const {
  const std::lock_guard lock(mutex_);
  Money sum = trimmed_;
  for (const auto& entry : entries_) sum += entry->amount();
  return sum;
}

std::vector<Money> HistoryBook::latest_amounts_of(const CustomerKey& customer, int limit) const {
  const std::lock_guard lock(mutex_);
  std::vector<Money> found;
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
    if (static_cast<int>(found.size()) == limit) break;
    if ((*entry)->customer() == customer) found.push_back((*entry)->amount());
  }
  return found;
}

}  // namespace jbb
