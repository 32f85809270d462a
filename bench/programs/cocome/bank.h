// The bank that card payments go to. All desks share it.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "money.h"

namespace cocome {

using CardNumber = long;
using TransactionId = long;

struct Card {
  CardNumber number;
  int pin;
};

enum class DebitResult { Ok, NotEnoughMoney, InvalidTransaction };

class Bank {
 public:
  void open_account(CardNumber card, int pin, Money balance);

  // A transaction for one debit; none if the card or the number is wrong.
  std::optional<TransactionId> validate(CardNumber card, int pin);
  DebitResult debit(TransactionId transaction, Money amount);
  std::optional<Money> balance(CardNumber card);

 private:
  struct Account {
    int pin;
    Money balance;
  };

  Account* account_of(CardNumber card);
  Account* end_transaction(TransactionId transaction);

  std::mutex mutex_;
  std::map<CardNumber, Account> accounts_;
  std::map<TransactionId, CardNumber> transactions_;
  TransactionId last_transaction_ = 0;
};

}  // namespace cocome
