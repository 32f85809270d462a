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

void Simulator::visit_of_first_client(Visit& visit) {
  const MacAddress laptop = "0017A4000000", telephone = "3C5AB4000001";
  lifetime_->start();
  visit.first_address = dhcp_->request_new_ip_address(laptop).value();
  visit.expect(login_->login_with_account(visit.first_address, kAccount, kPassword));
  visit.expect(accounts_->recharge(kAccount, kCard, kRecharge));
  visit.second_address = dhcp_->request_new_ip_address(telephone).value();
  visit.expect(login_->login_with_frequent_flyer(visit.second_address, "SKY1001"));
  visit.expect(dhcp_->renew_ip_address(laptop, visit.first_address));
  visit.expect(dhcp_->release_ip_address(telephone, visit.second_address));
}

void Simulator::visit_of_second_client(Visit& visit, LoginKind kind) {
  const MacAddress laptop = "9C8E99000004";
  lifetime_->start();
  visit.first_address = dhcp_->request_new_ip_address(laptop).value();
  switch (kind) {
    case LoginKind::FLY_TICKET:
      visit.expect(login_->login_with_fly_ticket(visit.first_address, "AFR1002B"));
      break;
    case LoginKind::ACCOUNT:
      visit.expect(login_->login_with_account(visit.first_address, kAccount, kPassword));
      break;
  }
  visit.expect(login_->logout(visit.first_address));
}

}  // namespace cre
