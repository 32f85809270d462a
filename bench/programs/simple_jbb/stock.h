// How much of one item a warehouse has. A monitor: every method that touches what changes locks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>

#include "item.h"

namespace jbb {

class Stock {
 public:
  Stock(const Item& item, int warehouse_id, int quantity);

  const Item& item() const { return item_; }
  int item_id() const { return item_.id(); }
  // What is printed on the parcel.
  const std::string& parcel_text() const { return text_; }

  // Takes the quantity out; refills first if too little would be left. Returns what is left.
  int remove(int quantity, bool is_remote);
  void cancel(int quantity);
  int quantity() const;
  int ordered() const;
  // Quantity now, plus what went out, minus what was refilled: always the initial quantity.
  int balance() const;

 private:
  const Item& item_;
  const std::string text_;
  mutable std::mutex mutex_;
  int quantity_;
  int year_to_date_ = 0;
  int order_count_ = 0;
  int remote_count_ = 0;
  int refilled_ = 0;
};

}  // namespace jbb
