// A firewall without state: it only checks what it is asked to do.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_interfaces.h"

namespace cre {

class OpenFirewall : public Firewall {
 public:
  bool block(IpAddress ip) override { return ip.is_private(); }
  bool unblock(IpAddress ip) override { return ip.is_private(); }
};

}  // namespace cre
