// The arbitrator decides who is in the network: it knows the token of each address.
//
// The tables have a lock, which is never held while another component is called: those may call back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "login_interfaces.h"
#include "network_interfaces.h"
#include "token.h"

namespace cre {

class Arbitrator : public Login,
                   public LifetimeController,
                   public TokenCallback,
                   public DhcpCallback {
 public:
  void bind_fly_tickets(FlyTicketAuthority* authority) { fly_tickets_ = authority; }
  void bind_frequent_flyers(FrequentFlyerAuthority* authority) { frequent_flyers_ = authority; }
  void bind_accounts(AccountAuthority* authority) { accounts_ = authority; }
  void bind_firewall(Firewall* firewall) { firewall_ = firewall; }
  void bind_dhcp(Dhcp* dhcp) { dhcp_ = dhcp; }

  void start() override;
  bool login_with_fly_ticket(IpAddress ip, const TicketId& ticket) override;
  bool login_with_frequent_flyer(IpAddress ip, const FrequentFlyerId& id) override;
  bool login_with_account(IpAddress ip, const AccountId& account,
                          const std::string& password) override;
  bool logout(IpAddress ip) override;

  void token_invalidated(const Token& token) override;
  void ip_address_invalidated(IpAddress ip) override;

  std::size_t registered_tokens();

 private:
  using TokenPointer = std::shared_ptr<Token>;

  bool register_token(IpAddress ip, const TokenPointer& token);
  std::optional<IpAddress> unregister(const Token& token);
  TokenPointer token_of(IpAddress ip);
  std::unique_lock<std::mutex> lock_tables();

  FlyTicketAuthority* fly_tickets_ = nullptr;
  FrequentFlyerAuthority* frequent_flyers_ = nullptr;
  AccountAuthority* accounts_ = nullptr;
  Firewall* firewall_ = nullptr;
  Dhcp* dhcp_ = nullptr;

  std::mutex mutex_;
  bool started_ = false;
  std::unordered_map<long, IpAddress> address_of_token_;
  std::unordered_map<IpAddress, TokenPointer> token_of_address_;
};

}  // namespace cre
