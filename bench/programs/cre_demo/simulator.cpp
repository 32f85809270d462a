// The visits of the two travellers.
//
// SPDX-License-Identifier: Apache-2.0
#include "simulator.h"

namespace cre {

namespace {

constexpr const char* kAccount = "1005";
constexpr const char* kPassword = "Password5";
constexpr const char* kCard = "4401";
constexpr long kRecharge = 60;

}  // namespace

long Simulator::next_token() {
#ifndef BROKEN_TOKEN_COUNTER
  const std::lock_guard lock(mutex_);
#endif
  return ++tokens_;
}

Visit Simulator::visit_of_first_client() {
  constexpr MacAddress kLaptop(0x0017a4, 0), kTelephone(0x0017a4, 1);
  lifetime_->start();
  Visit visit;
  visit.first_address = dhcp_->request_new_ip_address(kLaptop).value();
  visit.expect(login_->login_with_account(visit.first_address, kAccount, kPassword));
  visit.expect(accounts_->recharge(kAccount, kCard, kRecharge));
  visit.second_address = dhcp_->request_new_ip_address(kTelephone).value();
  visit.expect(login_->login_with_frequent_flyer(visit.second_address, "SKY1001"));
  visit.expect(dhcp_->renew_ip_address(kLaptop, visit.first_address));
  visit.expect(dhcp_->release_ip_address(kTelephone, visit.second_address));
  return visit;
}

Visit Simulator::visit_of_second_client(LoginKind kind) {
  constexpr MacAddress kLaptop(0x0017a4, 4);
  lifetime_->start();
  Visit visit;
  visit.first_address = dhcp_->request_new_ip_address(kLaptop).value();
  switch (kind) {
    case LoginKind::FLY_TICKET:
      visit.expect(login_->login_with_fly_ticket(visit.first_address, "AFR1002B"));
      break;
    case LoginKind::ACCOUNT:
      visit.expect(login_->login_with_account(visit.first_address, kAccount, kPassword));
      break;
  }
  visit.expect(login_->logout(visit.first_address));
  return visit;
}

}  // namespace cre
