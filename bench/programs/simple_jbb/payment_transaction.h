// A customer pays: warehouse, district and customer book it, and it goes on record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "config.h"
#include "transaction.h"

namespace jbb {

class PaymentTransaction final : public Transaction {
 public:
  using Transaction::Transaction;

 protected:
  TransactionKind kind() const override { return TransactionKind::Payment; }
  void choose_inputs(Chooser& chooser) override;
  bool process() override;
  void show(Screen& screen) const override;

 private:
  void book();

  District* district_ = nullptr;
  Customer* customer_ = nullptr;
  Money amount_;
  Account account_;
};

}  // namespace jbb
