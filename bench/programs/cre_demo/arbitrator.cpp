// Logging in and out.
//
// SPDX-License-Identifier: Apache-2.0
#include "arbitrator.h"

#include <utility>

namespace cre {

void Arbitrator::start() {
  const auto lock = lock_tables();
  started_ = true;
}

bool Arbitrator::login_with_fly_ticket(IpAddress ip, const TicketId& ticket) {
  return register_token(ip, fly_tickets_->token_for_ticket(ticket));
}

bool Arbitrator::login_with_frequent_flyer(IpAddress ip, const FrequentFlyerId& id) {
  return register_token(ip, frequent_flyers_->token_for_flyer(id));
}

bool Arbitrator::login_with_account(IpAddress ip, const AccountId& account,
                                    const std::string& password) {
  return register_token(ip, accounts_->token_for_account(account, password));
}

bool Arbitrator::logout(IpAddress ip) {
  const TokenPointer token = token_of(ip);
  if (token == nullptr) return false;
  token->invalidate_and_save();
  return true;
}

void Arbitrator::token_invalidated(const Token& token) {
  if (const std::optional<IpAddress> ip = unregister(token)) firewall_->block(*ip);
}

void Arbitrator::ip_address_invalidated(IpAddress ip) {
  if (const TokenPointer token = token_of(ip)) token->invalidate_and_save();
}

std::size_t Arbitrator::registered_tokens() {
  const auto lock = lock_tables();
  return token_of_address_.size();
}

// No time passes for timers, so a token's timer goes off, harmlessly, before it is registered.
bool Arbitrator::register_token(IpAddress ip, const TokenPointer& token) {
  if (token == nullptr) return false;
  token->bind_callback(this);
  token->set_evidence(token.get());
  token->start();
  {
    const auto lock = lock_tables();
#ifdef BROKEN_LOCK_ORDER
    if (!dhcp_->is_assigned(ip)) return false;
#endif
    if (!started_) return false;
    address_of_token_.insert_or_assign(token->number(), ip);
    token_of_address_.insert_or_assign(ip, token);
  }
  firewall_->unblock(ip);
  return true;
}

std::optional<IpAddress> Arbitrator::unregister(const Token& token) {
  const auto lock = lock_tables();
  const auto found = address_of_token_.find(token.number());
  if (found == address_of_token_.end()) return std::nullopt;
  const IpAddress ip = found->second;
  address_of_token_.erase(found);
  token_of_address_.erase(ip);
  return ip;
}

Arbitrator::TokenPointer Arbitrator::token_of(IpAddress ip) {
  const auto lock = lock_tables();
  const auto found = token_of_address_.find(ip);
  return found == token_of_address_.end() ? nullptr : found->second;
}

std::unique_lock<std::mutex> Arbitrator::lock_tables() {
#ifdef BROKEN_ARBITRATOR_MAPS
  return std::unique_lock(mutex_, std::defer_lock);
#else
  return std::unique_lock(mutex_);
#endif
}

}  // namespace cre
