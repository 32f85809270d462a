// Reports on customers: see customer_report_transaction.h.
// SPDX-License-Identifier: Apache-2.0
#include "customer_report_transaction.h"

namespace jbb {
namespace {

constexpr int orders_to_look_at = 10;
constexpr int payments_to_list = 3;

}  // namespace

void CustomerReportTransaction::choose_inputs(Chooser& chooser) {
  district_ = &choose_district(chooser);
  customer_ = &choose_customer(chooser, *district_);
  orders_.clear();
  payments_.clear();
  ordered_ = {};
}

bool CustomerReportTransaction::process() {
  for (const Order* order : district_->latest_orders(orders_to_look_at)) {
    if (order->customer() != customer_->key()) continue;
    orders_.push_back(order);
    ordered_ += order->total();
  }
  // Amounts are copied: an entry may be dropped from the book before the screen is shown.
  payments_ = home().history().latest_amounts_of(customer_->key(), payments_to_list);
  return true;
}

void CustomerReportTransaction::show(Screen& screen) const {
  screen.put(1, 0, customer_->first_name() + " " + customer_->last_name());
  screen.put_address(2, 0, customer_->address());
  screen.put(4, 0, static_cast<int>(orders_.size()));
  screen.put(4, 10, ordered_);
  int line = 5;
  for (const Money payment : payments_) screen.put(line++, 0, payment);
}

}  // namespace jbb
