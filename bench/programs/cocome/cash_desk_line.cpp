// Building the line, and its balance at the end of the day.
//
// SPDX-License-Identifier: Apache-2.0
#include "cash_desk_line.h"

namespace cocome {

void CashDeskLine::build(int desks, const std::vector<Store*>& stores, Bank& bank) {
  for (int i = 0; i < desks; ++i) {
    Store& store = *stores[std::size_t(i) % stores.size()];
    desks_.push_back(std::make_unique<CashDesk>(i + 1, store, bank, coordinator_));
  }
}

void CashDeskLine::close() {
  for (const auto& desk : desks_) desk->cash_box().press_disable_express();
}

bool CashDeskLine::drawers_agree_with_journals() const {
  for (const auto& desk : desks_)
    if (desk->cash_box().money() != kFloatMoney + desk->journal().turnover(PaymentMode::CASH))
      return false;
  return true;
}

LineBalance CashDeskLine::balance() const {
  LineBalance balance;
  for (const auto& desk : desks_) {
    const SalesJournal& journal = desk->journal();
    balance.sales += journal.sales();
    balance.items += journal.items();
    balance.cash += journal.turnover(PaymentMode::CASH);
    balance.cards += journal.turnover(PaymentMode::CARD);
  }
  return balance;
}

}  // namespace cocome
