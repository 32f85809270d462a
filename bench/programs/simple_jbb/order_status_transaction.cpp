// The state of an order: see order_status_transaction.h.
// SPDX-License-Identifier: Apache-2.0
#include "order_status_transaction.h"

namespace jbb {

void OrderStatusTransaction::choose_inputs(Chooser& chooser) {
  district_ = &choose_district(chooser);
  customer_ = &choose_customer(chooser, *district_);
}

bool OrderStatusTransaction::process() {
  account_ = customer_->account();
  // The number on the account may be of an order that is not filed yet.
  order_ = account_.last_order != 0 ? district_->find_order(account_.last_order) : nullptr;
  if (!order_) order_ = district_->last_order_of(customer_->key());
  carrier_ = order_ ? order_->carrier() : 0;
  return true;
}

void OrderStatusTransaction::show(Screen& screen) const {
  screen.put(1, 0, customer_->key().customer_id);
  screen.put(1, 10, customer_->last_name());
  screen.put(2, 0, account_.balance);
  if (!order_) return;
  screen.put(3, 0, order_->id());
  screen.put(3, 10, carrier_);
  int line = 4;
  for (const Orderline& position : order_->lines()) {
    if (line == screen.line_count()) break;
    screen.put(line, 0, position.number());
    screen.put(line, 5, position.item().name());
    screen.put(line, 20, position.quantity());
    screen.put(line, 25, position.amount());
    ++line;
  }
}

}  // namespace jbb
