// Cards and what is on them.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <unordered_map>

#include "login_interfaces.h"

namespace cre {

class BankCardCenter : public CardCenter {
 public:
  void add_card(const std::string& card, long balance);

  bool withdraw(const std::string& card, long amount) override;
  std::optional<long> balance(const std::string& card);

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, long> balances_;
};

}  // namespace cre
