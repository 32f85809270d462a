// The lock covers the rows as well as the table: a row is read and changed under one hold of it.
//
// SPDX-License-Identifier: Apache-2.0
#include "account_database.h"

#include <algorithm>

#include "token.h"

namespace cre {

namespace {

constexpr long kLongestValidity = 1800;

class AccountToken : public CustomToken {
 public:
  AccountToken(AccountDatabase& accounts, AccountId account)
      : accounts_(accounts), account_(std::move(account)) {}

  void invalidated(long seconds_left) override { accounts_.give_back(account_, seconds_left); }

 private:
  AccountDatabase& accounts_;
  const AccountId account_;
};

}  // namespace

void AccountDatabase::add_account(const AccountId& account, const std::string& password,
                                  long prepaid_time) {
  rows_.insert_or_assign(account, Row{password, prepaid_time});
}

std::shared_ptr<Token> AccountDatabase::token_for_account(const AccountId& account,
                                                          const std::string& password) {
  const std::optional<long> validity = spend(account, password);
  if (!validity) return nullptr;
  return std::make_shared<Token>(token_counter_->next_token(), *validity,
                                 std::make_unique<AccountToken>(*this, account));
}

bool AccountDatabase::recharge(const AccountId& account, const std::string& card, long amount) {
  if (!prepaid_time(account)) return false;
  if (!card_center_->withdraw(card, amount)) return false;
  return add_time(account, amount);
}

std::optional<long> AccountDatabase::prepaid_time(const AccountId& account) {
  const std::lock_guard lock(mutex_);
  const Row* row = find(account);
  if (row == nullptr) return std::nullopt;
  return row->prepaid_time;
}

void AccountDatabase::give_back(const AccountId& account, long seconds) {
  add_time(account, seconds);
}

#ifdef BROKEN_ACCOUNT_ROW
// Only the search for the row is protected, not the row.
std::optional<long> AccountDatabase::spend(const AccountId& account, const std::string& password) {
  std::unique_lock lock(mutex_);
  Row* row = find(account);
  lock.unlock();
  if (row == nullptr || row->password != password || row->prepaid_time <= 0) return std::nullopt;
  const long validity = std::min(row->prepaid_time, kLongestValidity);
  row->prepaid_time -= validity;
  return validity;
}
#else
std::optional<long> AccountDatabase::spend(const AccountId& account, const std::string& password) {
  const std::lock_guard lock(mutex_);
  Row* row = find(account);
  if (row == nullptr || row->password != password || row->prepaid_time <= 0) return std::nullopt;
  const long validity = std::min(row->prepaid_time, kLongestValidity);
  row->prepaid_time -= validity;
  return validity;
}
#endif

bool AccountDatabase::add_time(const AccountId& account, long seconds) {
  const std::lock_guard lock(mutex_);
  Row* row = find(account);
  if (row == nullptr) return false;
  row->prepaid_time += seconds;
  return true;
}

AccountDatabase::Row* AccountDatabase::find(const AccountId& account) {
  const auto found = rows_.find(account);
  return found == rows_.end() ? nullptr : &found->second;
}

}  // namespace cre
