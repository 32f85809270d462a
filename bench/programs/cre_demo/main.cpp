// CRE Demo: access to the wireless network of an airport, and two travellers who use it.
//
// The shape is that of the program in [ParizekLhotak-SCP] and [ParizekJancik-SPIN14]: components that
// main wires up before any thread exists, and that call each other synchronously. The errors:
//   BROKEN_ARBITRATOR_MAPS  the arbitrator's tables have no lock, as in the original: a data race
//   BROKEN_DATABASE_READ    one look-up in the database of leases takes no lock: a data race
//   BROKEN_TOKEN_COUNTER    the counter of tokens has no lock: a data race
//   BROKEN_ACCOUNT_ROW      rows of accounts are changed without a lock, as in the original: a data
//                           race when both travellers share an account (SECOND_CLIENT=ACCOUNT)
//   BROKEN_ASSIGN           a free address is found and taken in two steps: lent twice
//   BROKEN_LOCK_ORDER       the arbitrator asks the manager of addresses while it holds its own lock,
//                           and the manager does the reverse: a deadlock
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <string>
#include <thread>
#include <vector>

#include "account_database.h"
#include "airline_database.h"
#include "arbitrator.h"
#include "bank_card_center.h"
#include "dhcp_listener.h"
#include "fly_ticket_classifier.h"
#include "frequent_flyer_database.h"
#include "instant_timer.h"
#include "ip_address_manager.h"
#include "open_firewall.h"
#include "parameters.h"
#include "simulator.h"
#include "transient_ip_database.h"

namespace cre {

namespace {

constexpr long kPrepaidTime = 2000;
constexpr long kBalance = 500;
constexpr LoginKind kSecondLogin = LoginKind::SECOND_CLIENT;

std::vector<IpAddress> pool_of_addresses() {
  std::vector<IpAddress> addresses;
  for (int i = 1; i <= kAddresses; ++i) addresses.emplace_back(10, 0, 0, i);
  return addresses;
}

// All components of the system, wired up by the constructor.
class AirportNetwork {
 public:
  AirportNetwork() : af_(kNow), csa_(kNow), manager_(pool_of_addresses()) {
    wire_addresses();
    wire_logins();
    wire_simulator();
    accounts_.add_account("1005", "Password5", kPrepaidTime);
    accounts_.add_account("1006", "Password6", 0);
    card_center_.add_card("4401", kBalance);
    card_center_.add_card("4402", 0);
  }

  void run() {
    std::thread first([this] { first_visit_ = simulator_.visit_of_first_client(); });
    std::thread second([this] { second_visit_ = simulator_.visit_of_second_client(kSecondLogin); });
    first.join();
    second.join();
  }

  void check() {
    assert(first_visit_.first_address != second_visit_.first_address);
    assert(first_visit_.second_address != second_visit_.first_address);
    assert(first_visit_.succeeded && second_visit_.succeeded);
    assert(manager_.available_addresses() == kAddresses - 2);
    assert(!manager_.is_assigned(first_visit_.second_address));
    assert(arbitrator_.registered_tokens() == 1);
    assert(card_center_.balance("4401") == kBalance - 60);
    const long left = accounts_.prepaid_time("1005").value();
    if (kSecondLogin == LoginKind::FLY_TICKET)
      assert(left == kPrepaidTime - 1800 + 60);
    else
      assert(left == 0 || left == 60);
  }

 private:
  void wire_addresses() {
    manager_timer_.bind_callback(&manager_);
    manager_.bind_database(&leases_);
    manager_.bind_permanent_database(&leases_);
    manager_.bind_timer(&manager_timer_);
    manager_.bind_listener(&listener_);
    listener_.bind_callback(&arbitrator_);
  }

  void wire_logins() {
    arbitrator_.bind_fly_tickets(&classifier_);
    arbitrator_.bind_frequent_flyers(&frequent_flyers_);
    arbitrator_.bind_accounts(&accounts_);
    arbitrator_.bind_firewall(&firewall_);
    arbitrator_.bind_dhcp(&manager_);
    classifier_.bind_af(&af_);
    classifier_.bind_csa(&csa_);
    classifier_.bind_token_counter(&simulator_);
    frequent_flyers_.bind_tickets(&classifier_);
    frequent_flyers_.bind_token_counter(&simulator_);
    accounts_.bind_card_center(&card_center_);
    accounts_.bind_token_counter(&simulator_);
  }

  void wire_simulator() {
    simulator_.bind_login(&arbitrator_);
    simulator_.bind_lifetime(&arbitrator_);
    simulator_.bind_dhcp(&manager_);
    simulator_.bind_accounts(&accounts_);
  }

  static constexpr Date kNow{100, 30000};

  Simulator simulator_;
  AfDatabase af_;
  CsaDatabase csa_;
  FlyTicketClassifier classifier_;
  FrequentFlyerDatabase frequent_flyers_;
  BankCardCenter card_center_;
  AccountDatabase accounts_;
  OpenFirewall firewall_;
  TransientIpDatabase leases_;
  InstantTimer manager_timer_;
  DhcpListener listener_;
  IpAddressManager manager_;
  Arbitrator arbitrator_;
  Visit first_visit_;
  Visit second_visit_;
};

}  // namespace

}  // namespace cre

int main() {
  cre::AirportNetwork network;
  network.run();
  network.check();
}
