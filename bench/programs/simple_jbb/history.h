// One payment on record, and the book of all of them in a warehouse.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "customer.h"
#include "money.h"

namespace jbb {

// Never changes after it was made.
class History {
 public:
  History(const CustomerKey& customer, int district_id, Money amount, std::string text);

  const CustomerKey& customer() const { return customer_; }
  int district_id() const { return district_id_; }
  Money amount() const { return amount_; }
  const std::string& text() const { return text_; }

 private:
  CustomerKey customer_;
  int district_id_;
  Money amount_;
  std::string text_;
};

class HistoryBook {
 public:
  void add(std::unique_ptr<const History> entry);
  // Drops the oldest entries until no more than this number is left.
  void trim(int limit);
  int size() const;
  Money total() const;
  // The customer's latest payments, newest first.
  std::vector<Money> latest_amounts_of(const CustomerKey& customer, int limit) const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<const History>> entries_;
  Money trimmed_;  // the sum of what was dropped
};

}  // namespace jbb
