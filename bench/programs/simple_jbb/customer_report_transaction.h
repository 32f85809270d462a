// Lists a customer's latest orders and payments. Changes nothing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "config.h"
#include "transaction.h"

namespace jbb {

class CustomerReportTransaction final : public Transaction {
 public:
  using Transaction::Transaction;

 protected:
  TransactionKind kind() const override { return TransactionKind::CustomerReport; }
  void choose_inputs(Chooser& chooser) override;
  bool process() override;
  void show(Screen& screen) const override;

 private:
  District* district_ = nullptr;
  Customer* customer_ = nullptr;
  std::vector<const Order*> orders_;
  std::vector<Money> payments_;
  Money ordered_;
};

}  // namespace jbb
