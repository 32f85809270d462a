// A timer for which no time passes: whoever sets it is called back at once.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_interfaces.h"

namespace cre {

class InstantTimer : public Timer {
 public:
  void bind_callback(TimerCallback* callback) { callback_ = callback; }

  void set_timeout(long seconds) override;
  void cancel_timeouts() override;

 private:
  TimerCallback* callback_ = nullptr;
};

}  // namespace cre
