// What the components for addresses, time and the firewall offer each other.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "network_address.h"

namespace cre {

class TimerCallback {
 public:
  virtual ~TimerCallback() = default;
  virtual void timeout() = 0;
};

class Timer {
 public:
  virtual ~Timer() = default;
  virtual void set_timeout(long seconds) = 0;
  virtual void cancel_timeouts() = 0;
};

class Firewall {
 public:
  virtual ~Firewall() = default;
  virtual bool block(IpAddress ip) = 0;
  virtual bool unblock(IpAddress ip) = 0;
};

// Lends addresses to devices.
class Dhcp {
 public:
  virtual ~Dhcp() = default;
  virtual std::optional<IpAddress> request_new_ip_address(MacAddress mac) = 0;
  virtual bool renew_ip_address(MacAddress mac, IpAddress ip) = 0;
  virtual bool release_ip_address(MacAddress mac, IpAddress ip) = 0;
  virtual bool is_assigned(IpAddress ip) = 0;
};

// Is told when an address stops being valid.
class DhcpCallback {
 public:
  virtual ~DhcpCallback() = default;
  virtual void ip_address_invalidated(IpAddress ip) = 0;
};

// Which device has which address, and until when.
class IpMacDatabase {
 public:
  virtual ~IpMacDatabase() = default;
  virtual void add(MacAddress mac, IpAddress ip, long expiration) = 0;
  virtual bool remove(IpAddress ip) = 0;
  virtual std::optional<MacAddress> mac_address(IpAddress ip) = 0;
  virtual std::optional<IpAddress> ip_address(MacAddress mac) = 0;
  virtual std::optional<long> expiration_time(IpAddress ip) = 0;
  virtual bool set_expiration_time(IpAddress ip, long expiration) = 0;
};

}  // namespace cre
