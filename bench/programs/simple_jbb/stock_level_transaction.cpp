// Stock that runs low: see stock_level_transaction.h.
// SPDX-License-Identifier: Apache-2.0
#include "stock_level_transaction.h"

#include <set>

namespace jbb {
namespace {

constexpr int orders_to_look_at = 20;

}  // namespace

void StockLevelTransaction::choose_inputs(Chooser& chooser) {
  district_ = &choose_district(chooser);
  threshold_ = chooser.between(10, 20);
}

bool StockLevelTransaction::process() {
  std::set<int> low;
  for (const Order* order : district_->latest_orders(orders_to_look_at)) {
    for (const Orderline& line : order->lines()) {
      if (is_low(line)) low.insert(line.item().id());
    }
  }
  low_items_ = static_cast<int>(low.size());
  return true;
}

bool StockLevelTransaction::is_low(const Orderline& line) const {
  return home().find_stock(line.item().id())->quantity() < threshold_;
}

void StockLevelTransaction::show(Screen& screen) const {
  screen.put(1, 0, home().id());
  screen.put(1, 10, district_->id());
  screen.put(2, 0, threshold_);
  screen.put(3, 0, low_items_);
}

}  // namespace jbb
