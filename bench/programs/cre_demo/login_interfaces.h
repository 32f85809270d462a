// What the components for logging in, tokens and payment offer each other.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "network_interfaces.h"

namespace cre {

class Token;

using AccountId = std::string;
using TicketId = std::string;
using FrequentFlyerId = std::string;

// Lets devices into the network.
class Login {
 public:
  virtual ~Login() = default;
  virtual bool login_with_fly_ticket(IpAddress ip, const TicketId& ticket) = 0;
  virtual bool login_with_frequent_flyer(IpAddress ip, const FrequentFlyerId& id) = 0;
  virtual bool login_with_account(IpAddress ip, const AccountId& account,
                                  const std::string& password) = 0;
  virtual bool logout(IpAddress ip) = 0;
};

class LifetimeController {
 public:
  virtual ~LifetimeController() = default;
  virtual void start() = 0;
};

// Is told when a token stops being valid.
class TokenCallback {
 public:
  virtual ~TokenCallback() = default;
  virtual void token_invalidated(const Token& token) = 0;
};

// What a kind of token does besides when it stops being valid.
class CustomToken {
 public:
  virtual ~CustomToken() = default;
  virtual void invalidated(long seconds_left) = 0;
};

class TokenCounter {
 public:
  virtual ~TokenCounter() = default;
  virtual long next_token() = 0;
};

class FlyTicketAuthority {
 public:
  virtual ~FlyTicketAuthority() = default;
  virtual std::shared_ptr<Token> token_for_ticket(const TicketId& ticket) = 0;
};

class FrequentFlyerAuthority {
 public:
  virtual ~FrequentFlyerAuthority() = default;
  virtual std::shared_ptr<Token> token_for_flyer(const FrequentFlyerId& id) = 0;
};

class AccountAuthority {
 public:
  virtual ~AccountAuthority() = default;
  virtual std::shared_ptr<Token> token_for_account(const AccountId& account,
                                                   const std::string& password) = 0;
};

// Prepaid accounts, seen by their owners.
class Accounts {
 public:
  virtual ~Accounts() = default;
  virtual bool recharge(const AccountId& account, const std::string& card, long amount) = 0;
  virtual std::optional<long> prepaid_time(const AccountId& account) = 0;
};

class CardCenter {
 public:
  virtual ~CardCenter() = default;
  virtual bool withdraw(const std::string& card, long amount) = 0;
};

class FlyTicketDatabase {
 public:
  virtual ~FlyTicketDatabase() = default;
  // Seconds until the flight leaves; none for an unknown ticket.
  virtual std::optional<long> ticket_validity(const TicketId& ticket) const = 0;
  virtual bool is_economy(const TicketId& ticket) const = 0;
  virtual std::vector<TicketId> tickets_of(const FrequentFlyerId& id) const = 0;
};

}  // namespace cre
