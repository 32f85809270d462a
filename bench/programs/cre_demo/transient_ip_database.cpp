// The three tables of the database agree whenever the lock is free.
//
// SPDX-License-Identifier: Apache-2.0
#include "transient_ip_database.h"

namespace cre {

namespace {

template <typename Table>
std::optional<typename Table::mapped_type> value_in(const Table& table,
                                                    const typename Table::key_type& key) {
  const auto found = table.find(key);
  if (found == table.end()) return std::nullopt;
  return found->second;
}

}  // namespace

void TransientIpDatabase::add(MacAddress mac, IpAddress ip, long expiration) {
  const std::lock_guard lock(mutex_);
  mac_of_ip_.insert_or_assign(ip, mac);
  ip_of_mac_.insert_or_assign(mac, ip);
  expiration_of_ip_.insert_or_assign(ip, expiration);
}

bool TransientIpDatabase::remove(IpAddress ip) {
  const std::lock_guard lock(mutex_);
  const auto found = mac_of_ip_.find(ip);
  if (found == mac_of_ip_.end()) return false;
  ip_of_mac_.erase(found->second);
  mac_of_ip_.erase(found);
  expiration_of_ip_.erase(ip);
  return true;
}

std::optional<MacAddress> TransientIpDatabase::mac_address(IpAddress ip) {
  const std::lock_guard lock(mutex_);
  return value_in(mac_of_ip_, ip);
}

std::optional<IpAddress> TransientIpDatabase::ip_address(MacAddress mac) {
#ifndef BROKEN_DATABASE_READ
  const std::lock_guard lock(mutex_);
#endif
  return value_in(ip_of_mac_, mac);
}

std::optional<long> TransientIpDatabase::expiration_time(IpAddress ip) {
  const std::lock_guard lock(mutex_);
  return value_in(expiration_of_ip_, ip);
}

bool TransientIpDatabase::set_expiration_time(IpAddress ip, long expiration) {
  const std::lock_guard lock(mutex_);
  const auto found = expiration_of_ip_.find(ip);
  if (found == expiration_of_ip_.end()) return false;
  found->second = expiration;
  return true;
}

}  // namespace cre
