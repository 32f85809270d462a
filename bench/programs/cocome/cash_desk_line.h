// The line of cash desks: the desks, and the coordinator they have in common.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "bank.h"
#include "cash_desk.h"
#include "coordinator.h"
#include "store.h"

namespace cocome {

struct LineBalance {
  long sales = 0;
  long items = 0;
  Money cash;
  Money cards;
};

class CashDeskLine {
 public:
  // Desk i stands in store i modulo the number of stores.
  void build(int desks, const std::vector<Store*>& stores, Bank& bank);

  CashDesk& desk(int index) { return *desks_.at(std::size_t(index)); }
  Coordinator& coordinator() { return coordinator_; }

  // Makes every desk an ordinary one again.
  void close();

  // For when the store has closed. False if a drawer does not hold what its journal says.
  bool drawers_agree_with_journals() const;
  LineBalance balance() const;

 private:
  Coordinator coordinator_;
  std::vector<std::unique_ptr<CashDesk>> desks_;
};

}  // namespace cocome
