// Card payments: first the card is checked, then the transaction that came of it is used up.
//
// SPDX-License-Identifier: Apache-2.0
#include "bank.h"

namespace cocome {

void Bank::open_account(CardNumber card, int pin, Money balance) {
  const std::lock_guard lock(mutex_);
  accounts_.insert_or_assign(card, Account{pin, balance});
}

std::optional<TransactionId> Bank::validate(CardNumber card, int pin) {
  const std::lock_guard lock(mutex_);
  const Account* account = account_of(card);
  if (account == nullptr || account->pin != pin) return std::nullopt;
  const TransactionId transaction = ++last_transaction_;
  transactions_.emplace(transaction, card);
  return transaction;
}

#ifdef BROKEN_BANK_TWO_STEPS
// Looks at the balance and changes it under two holds of the lock.
DebitResult Bank::debit(TransactionId transaction, Money amount) {
  Account* account = nullptr;
  Money left;
  {
    const std::lock_guard lock(mutex_);
    account = end_transaction(transaction);
    if (account == nullptr) return DebitResult::InvalidTransaction;
    left = account->balance - amount;
  }
  if (left.is_negative()) return DebitResult::NotEnoughMoney;
  const std::lock_guard lock(mutex_);
  account->balance = left;
  return DebitResult::Ok;
}
#else
DebitResult Bank::debit(TransactionId transaction, Money amount) {
  const std::lock_guard lock(mutex_);
  Account* account = end_transaction(transaction);
  if (account == nullptr) return DebitResult::InvalidTransaction;
  if (account->balance < amount) return DebitResult::NotEnoughMoney;
  account->balance -= amount;
  return DebitResult::Ok;
}
#endif

std::optional<Money> Bank::balance(CardNumber card) {
  const std::lock_guard lock(mutex_);
  const Account* account = account_of(card);
  if (account == nullptr) return std::nullopt;
  return account->balance;
}

Bank::Account* Bank::account_of(CardNumber card) {
  const auto found = accounts_.find(card);
  return found == accounts_.end() ? nullptr : &found->second;
}

Bank::Account* Bank::end_transaction(TransactionId transaction) {
  const auto found = transactions_.find(transaction);
  if (found == transactions_.end()) return nullptr;
  Account* account = account_of(found->second);
  transactions_.erase(found);
  return account;
}

}  // namespace cocome
