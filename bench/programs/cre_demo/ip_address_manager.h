// Lends addresses, and takes them back when they expire.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "network_interfaces.h"

namespace cre {

class IpAddressManager : public Dhcp, public TimerCallback {
 public:
  explicit IpAddressManager(const std::vector<IpAddress>& addresses);

  void bind_database(IpMacDatabase* database) { database_ = database; }
  void bind_permanent_database(IpMacDatabase* database) { permanent_database_ = database; }
  void bind_timer(Timer* timer) { timer_ = timer; }
  void bind_listener(DhcpCallback* listener) { listener_ = listener; }

  std::optional<IpAddress> request_new_ip_address(MacAddress mac) override;
  bool renew_ip_address(MacAddress mac, IpAddress ip) override;
  bool release_ip_address(MacAddress mac, IpAddress ip) override;
  bool is_assigned(IpAddress ip) override;
  void timeout() override;

  std::size_t available_addresses();

 private:
  std::optional<IpAddress> assign(MacAddress mac);
  std::optional<IpAddress> first_available();
  std::vector<IpAddress> expired_addresses();
  void take_back(IpAddress ip);

  IpMacDatabase* database_ = nullptr;
  IpMacDatabase* permanent_database_ = nullptr;
  Timer* timer_ = nullptr;
  DhcpCallback* listener_ = nullptr;

  std::mutex mutex_;
  std::list<IpAddress> available_;
  std::unordered_set<IpAddress> assigned_;
  bool use_permanent_database_ = false;
  bool renew_permanent_addresses_ = false;
};

}  // namespace cre
