// Leases of addresses, in memory. Every operation holds the lock from beginning to end.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <unordered_map>

#include "network_interfaces.h"

namespace cre {

class TransientIpDatabase : public IpMacDatabase {
 public:
  void add(MacAddress mac, IpAddress ip, long expiration) override;
  bool remove(IpAddress ip) override;
  std::optional<MacAddress> mac_address(IpAddress ip) override;
  std::optional<IpAddress> ip_address(MacAddress mac) override;
  std::optional<long> expiration_time(IpAddress ip) override;
  bool set_expiration_time(IpAddress ip, long expiration) override;

 private:
  std::mutex mutex_;
  std::unordered_map<IpAddress, MacAddress> mac_of_ip_;
  std::unordered_map<MacAddress, IpAddress> ip_of_mac_;
  std::unordered_map<IpAddress, long> expiration_of_ip_;
};

}  // namespace cre
