// Passes what the manager of addresses says on to the arbitrator, so that neither knows the other.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_interfaces.h"

namespace cre {

class DhcpListener : public DhcpCallback {
 public:
  void bind_callback(DhcpCallback* callback) { callback_ = callback; }

  void ip_address_invalidated(IpAddress ip) override { callback_->ip_address_invalidated(ip); }

 private:
  DhcpCallback* callback_ = nullptr;
};

}  // namespace cre
