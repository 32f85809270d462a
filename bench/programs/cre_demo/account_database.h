// Prepaid accounts: they buy tokens, and are recharged from a card.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <unordered_map>

#include "login_interfaces.h"

namespace cre {

class AccountDatabase : public AccountAuthority, public Accounts {
 public:
  void bind_card_center(CardCenter* card_center) { card_center_ = card_center; }
  void bind_token_counter(TokenCounter* counter) { token_counter_ = counter; }
  void add_account(const AccountId& account, const std::string& password, long prepaid_time);

  std::shared_ptr<Token> token_for_account(const AccountId& account,
                                           const std::string& password) override;
  bool recharge(const AccountId& account, const std::string& card, long amount) override;
  std::optional<long> prepaid_time(const AccountId& account) override;
  // Gives time that was not used back to the account.
  void give_back(const AccountId& account, long seconds);

 private:
  struct Row {
    std::string password;
    long prepaid_time;
  };

  // Takes the time for one token out of the account; none if it is refused.
  std::optional<long> spend(const AccountId& account, const std::string& password);
  bool add_time(const AccountId& account, long seconds);
  Row* find(const AccountId& account);

  CardCenter* card_center_ = nullptr;
  TokenCounter* token_counter_ = nullptr;

  std::mutex mutex_;
  std::unordered_map<AccountId, Row> rows_;
};

}  // namespace cre
