// The journal of a desk: every sale of the day, for the balance when the store closes.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "event_channel.h"

namespace cocome {

class SalesJournal : public EventHandler<SaleSuccessEvent> {
 public:
  explicit SalesJournal(EventChannel& channel) { channel.subscribe<SaleSuccessEvent>(*this); }

  void handle(const SaleSuccessEvent& event) override { sales_.push_back(event); }

  long sales() const { return long(sales_.size()); }
  long items() const;
  Money turnover() const;
  Money turnover(PaymentMode mode) const;

 private:
  std::vector<SaleSuccessEvent> sales_;
};

}  // namespace cocome
