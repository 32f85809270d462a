// Withdrawals: the balance is checked and changed under one hold of the lock.
//
// SPDX-License-Identifier: Apache-2.0
#include "bank_card_center.h"

namespace cre {

void BankCardCenter::add_card(const std::string& card, long balance) {
  balances_.insert_or_assign(card, balance);
}

bool BankCardCenter::withdraw(const std::string& card, long amount) {
  const std::lock_guard lock(mutex_);
  const auto found = balances_.find(card);
  if (found == balances_.end() || found->second < amount) return false;
  found->second -= amount;
  return true;
}

std::optional<long> BankCardCenter::balance(const std::string& card) {
  const std::lock_guard lock(mutex_);
  const auto found = balances_.find(card);
  if (found == balances_.end()) return std::nullopt;
  return found->second;
}

}  // namespace cre
