// Stock: see stock.h.
// SPDX-License-Identifier: Apache-2.0
#include "stock.h"

namespace jbb {
namespace {

constexpr int reserve = 10;
constexpr int refill = 91;

}  // namespace

Stock::Stock(const Item& item, int warehouse_id, int quantity)
    : item_(item),
      text_(item.name() + " of " + std::to_string(warehouse_id)),
      quantity_(quantity) {}

int Stock::remove(int quantity, bool is_remote) {
  const std::lock_guard lock(mutex_);
  if (quantity_ < quantity + reserve) {
    quantity_ += refill;
    refilled_ += refill;
  }
  quantity_ -= quantity;
  year_to_date_ += quantity;
  ++order_count_;
  if (is_remote) ++remote_count_;
  return quantity_;
}

void Stock::cancel(int quantity) {
  const std::lock_guard lock(mutex_);
  quantity_ += quantity;
  year_to_date_ -= quantity;
  --order_count_;
}

int Stock::quantity() const {
  const std::lock_guard lock(mutex_);
  return quantity_;
}

int Stock::ordered() const {
  const std::lock_guard lock(mutex_);
  return year_to_date_;
}

int Stock::balance() const {
  const std::lock_guard lock(mutex_);
  return quantity_ + year_to_date_ - refilled_;
}

}  // namespace jbb
