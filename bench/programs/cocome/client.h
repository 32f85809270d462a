// A client and the cashier who serves them: what they do at one desk, in a thread of their own.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cash_desk.h"

namespace cocome {

// What a client wants.
struct ShoppingList {
  std::vector<Barcode> products;
  PaymentMode mode;
  Card card;
};

class Client {
 public:
  Client(CashDesk& desk, ShoppingList list, int sales)
      : desk_(desk), list_(std::move(list)), sales_(sales) {}

  void run();

  // Read by main after the thread has ended.
  const ShoppingList& list() const { return list_; }
  long completed() const { return completed_; }
  Money paid_by_card() const { return paid_by_card_; }

 private:
  void buy();
  void scan_products();
  void pay();
  void pay_cash();
  void pay_by_card();

  CashDesk& desk_;
  const ShoppingList list_;
  const int sales_;
  long completed_ = 0;
  Money paid_by_card_;
};

}  // namespace cocome
