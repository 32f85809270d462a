// Delivers the oldest waiting order of every district.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "config.h"
#include "transaction.h"

namespace jbb {

class DeliveryTransaction final : public Transaction {
 public:
  using Transaction::Transaction;

 protected:
  TransactionKind kind() const override { return TransactionKind::Delivery; }
  void choose_inputs(Chooser& chooser) override;
  bool process() override;
  void show(Screen& screen) const override;

 private:
  void deliver_first_of(District& district);
  void deliver(const District& district, Order& order);

  int carrier_id_ = 0;
  std::vector<int> delivered_;  // the order of each district, 0 for none
};

}  // namespace jbb
