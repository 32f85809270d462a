// Takes an order: stock goes out, the order and its ticket are filed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "config.h"
#include "transaction.h"

namespace jbb {

class NewOrderTransaction final : public Transaction {
 public:
  using Transaction::Transaction;

 protected:
  TransactionKind kind() const override { return TransactionKind::NewOrder; }
  void choose_inputs(Chooser& chooser) override;
  bool process() override;
  void show(Screen& screen) const override;

 private:
  struct Wish {
    int item_id = 0;
    int quantity = 0;
  };

  // Takes every wished item out of stock; gives it all back and returns nothing if one is unknown.
  std::vector<Orderline> fill_lines();
  void give_back(const std::vector<Orderline>& lines);
  Money total_of(const std::vector<Orderline>& lines) const;
  void file_order(int order_id, std::vector<Orderline> lines);

  District* district_ = nullptr;
  Customer* customer_ = nullptr;
  std::vector<Wish> wishes_;
  int order_id_ = 0;
  Money total_;
};

}  // namespace jbb
