// Shows a customer's account and last order. Changes nothing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "config.h"
#include "transaction.h"

namespace jbb {

class OrderStatusTransaction final : public Transaction {
 public:
  using Transaction::Transaction;

 protected:
  TransactionKind kind() const override { return TransactionKind::OrderStatus; }
  void choose_inputs(Chooser& chooser) override;
  bool process() override;
  void show(Screen& screen) const override;

 private:
  District* district_ = nullptr;
  Customer* customer_ = nullptr;
  Account account_;
  const Order* order_ = nullptr;
  int carrier_ = 0;
};

}  // namespace jbb
