// The travellers: what each does to the system, as one function per thread. Also numbers tokens.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

#include "login_interfaces.h"
#include "network_interfaces.h"

namespace cre {

enum class LoginKind { FLY_TICKET, ACCOUNT };

// What a traveller saw; read by main after the thread has ended.
struct Visit {
  bool succeeded = true;
  IpAddress first_address;
  IpAddress second_address;

  void expect(bool condition) { succeeded = succeeded && condition; }
};

class Simulator : public TokenCounter {
 public:
  void bind_login(Login* login) { login_ = login; }
  void bind_lifetime(LifetimeController* lifetime) { lifetime_ = lifetime; }
  void bind_dhcp(Dhcp* dhcp) { dhcp_ = dhcp; }
  void bind_accounts(Accounts* accounts) { accounts_ = accounts; }

  long next_token() override;

  Visit visit_of_first_client();
  Visit visit_of_second_client(LoginKind kind);

 private:
  Login* login_ = nullptr;
  LifetimeController* lifetime_ = nullptr;
  Dhcp* dhcp_ = nullptr;
  Accounts* accounts_ = nullptr;

  std::mutex mutex_;
  long tokens_ = 0;
};

}  // namespace cre
