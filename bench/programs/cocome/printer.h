// The printer: writes the receipt while the sale goes on.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "event_channel.h"

namespace cocome {

class Printer : public EventHandler<SaleStartedEvent>,
                public EventHandler<RunningTotalChangedEvent>,
                public EventHandler<TotalKnownEvent>,
                public EventHandler<ChangeCalculatedEvent>,
                public EventHandler<SaleSuccessEvent> {
 public:
  Printer(EventChannel& channel, const StoreTO& store);

  const std::vector<std::string>& receipt() const { return lines_; }
  long receipts() const { return receipts_; }

  void handle(const SaleStartedEvent& event) override;
  void handle(const RunningTotalChangedEvent& event) override;
  void handle(const TotalKnownEvent& event) override;
  void handle(const ChangeCalculatedEvent& event) override;
  void handle(const SaleSuccessEvent& event) override;

 private:
  void print(const std::string& text, Money amount);

  const StoreTO& store_;
  std::vector<std::string> lines_;  // of the receipt that is being printed, or was last
  long receipts_ = 0;
};

}  // namespace cocome
