// The pilot's part in the autopilot: modes from the transmitter's switch, sticks while he flies.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autopilot.h"
#include "messages.h"
#include "spi_bus.h"

namespace papabench {

class RadioControl {
 public:
  // Takes what fly-by-wire sent, if anything, and acts on it. True if there was a message.
  bool update(SpiBus& bus, Autopilot& autopilot);
  const RadioMessage& last_message() const { return message_; }

 private:
  void act(Autopilot& autopilot);
  void fly_by_sticks(Autopilot& autopilot) const;

  RadioMessage message_;
};

// Where the three positions of the switch lead.
AutopilotMode mode_of_switch(int position);

}  // namespace papabench
