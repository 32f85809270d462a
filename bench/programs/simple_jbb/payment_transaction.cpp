// Payments: see payment_transaction.h.
// SPDX-License-Identifier: Apache-2.0
#include "payment_transaction.h"

#include <string>

namespace jbb {
namespace {

constexpr int history_limit = 4;

}  // namespace

void PaymentTransaction::choose_inputs(Chooser& chooser) {
  district_ = &choose_district(chooser);
  customer_ = &choose_customer(chooser, *district_);
  amount_ = chooser.amount(1, 50);
}

bool PaymentTransaction::process() {
  book();
  customer_->receive_payment(amount_);
  account_ = customer_->account();
  HistoryBook& history = home().history();
  history.add(std::make_unique<const History>(customer_->key(), district_->id(), amount_,
                                              home().name() + " " + district_->name()));
  history.trim(history_limit);
  return true;
}

void PaymentTransaction::book() {
#ifdef BROKEN_LOCK_ORDER
  // "Both or none": but a delivery takes the two locks the other way round.
  const std::lock_guard warehouse_lock(home().mutex());
  const std::lock_guard district_lock(district_->mutex());
#else
  home().receive_payment(amount_);
  district_->receive_payment(amount_);
#endif
}

void PaymentTransaction::show(Screen& screen) const {
  screen.put_address(1, 0, home().address());
  screen.put_address(1, 20, district_->address());
  screen.put(3, 0, customer_->first_name() + " " + customer_->last_name());
  screen.put_address(4, 0, customer_->address());
  screen.put(6, 0, customer_->credit() == Credit::Good ? "GC" : "BC");
  screen.put(6, 10, customer_->credit_limit());
  screen.put(7, 0, amount_);
  screen.put(7, 20, account_.balance);
}

}  // namespace jbb
