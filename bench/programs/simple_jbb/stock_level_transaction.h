// Counts the items of the latest orders that are low in stock. Changes nothing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "config.h"
#include "transaction.h"

namespace jbb {

class StockLevelTransaction final : public Transaction {
 public:
  using Transaction::Transaction;

 protected:
  TransactionKind kind() const override { return TransactionKind::StockLevel; }
  void choose_inputs(Chooser& chooser) override;
  bool process() override;
  void show(Screen& screen) const override;

 private:
  bool is_low(const Orderline& line) const;

  District* district_ = nullptr;
  int threshold_ = 0;
  int low_items_ = 0;
};

}  // namespace jbb
