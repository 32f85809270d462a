// The manager's lock is held while the database and the listener are called; neither calls back.
//
// SPDX-License-Identifier: Apache-2.0
#include "ip_address_manager.h"

namespace cre {

namespace {

constexpr long kLeaseTime = 5000;
constexpr long kExpiryHorizon = 1500;  // what ends sooner is taken back: nothing, with these leases

}  // namespace

IpAddressManager::IpAddressManager(const std::vector<IpAddress>& addresses)
    : available_(addresses.begin(), addresses.end()) {}

std::optional<IpAddress> IpAddressManager::request_new_ip_address(MacAddress mac) {
  if (const std::optional<IpAddress> known = database_->ip_address(mac)) return known;
  const std::optional<IpAddress> ip = assign(mac);
  if (!ip) return std::nullopt;
  database_->add(mac, *ip, kLeaseTime);
  timer_->set_timeout(kLeaseTime);
  return ip;
}

bool IpAddressManager::renew_ip_address(MacAddress mac, IpAddress ip) {
  if (database_->mac_address(ip) != mac) return false;
  {
    const std::lock_guard lock(mutex_);
    if (use_permanent_database_ && !renew_permanent_addresses_ &&
        permanent_database_->ip_address(mac) == ip)
      return false;
  }
  database_->set_expiration_time(ip, kLeaseTime);
  timer_->set_timeout(kLeaseTime);
  return true;
}

bool IpAddressManager::release_ip_address(MacAddress mac, IpAddress ip) {
  if (database_->mac_address(ip) != mac) return false;
  database_->remove(ip);
  const std::lock_guard lock(mutex_);
  take_back(ip);
  if (assigned_.empty()) timer_->cancel_timeouts();
  return true;
}

bool IpAddressManager::is_assigned(IpAddress ip) {
  const std::lock_guard lock(mutex_);
  return assigned_.contains(ip);
}

void IpAddressManager::timeout() {
  const std::lock_guard lock(mutex_);
  for (IpAddress ip : expired_addresses()) {
    database_->remove(ip);
    take_back(ip);
  }
}

std::size_t IpAddressManager::available_addresses() {
  const std::lock_guard lock(mutex_);
  return available_.size();
}

#ifdef BROKEN_ASSIGN
// Looks for a free address and takes it in two steps.
std::optional<IpAddress> IpAddressManager::assign(MacAddress) {
  const std::optional<IpAddress> ip = [this] {
    const std::lock_guard lock(mutex_);
    return first_available();
  }();
  const std::lock_guard lock(mutex_);
  if (ip) {
    available_.remove(*ip);
    assigned_.insert(*ip);
  }
  return ip;
}
#else
std::optional<IpAddress> IpAddressManager::assign(MacAddress mac) {
  const std::lock_guard lock(mutex_);
  if (use_permanent_database_)
    if (const std::optional<IpAddress> ip = permanent_database_->ip_address(mac)) return ip;
  const std::optional<IpAddress> ip = first_available();
  if (ip) {
    available_.pop_front();
    assigned_.insert(*ip);
  }
  return ip;
}
#endif

std::optional<IpAddress> IpAddressManager::first_available() {
  if (available_.empty()) return std::nullopt;
  return available_.front();
}

std::vector<IpAddress> IpAddressManager::expired_addresses() {
  std::vector<IpAddress> expired;
  for (IpAddress ip : assigned_) {
    // An address that was only just assigned is not in the database yet.
    const std::optional<long> expiration = database_->expiration_time(ip);
    if (expiration && *expiration <= kExpiryHorizon) expired.push_back(ip);
  }
  return expired;
}

void IpAddressManager::take_back(IpAddress ip) {
  assigned_.erase(ip);
  available_.push_back(ip);
  listener_->ip_address_invalidated(ip);
}

}  // namespace cre
