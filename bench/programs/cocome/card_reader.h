// The card reader: takes a card and the customer's number, and keeps neither.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event_channel.h"

namespace cocome {

class CardReader : public EventHandler<PaymentModeEvent>, public EventHandler<SaleSuccessEvent> {
 public:
  explicit CardReader(EventChannel& channel);

  // False if the reader is not switched on: the cashier has not chosen payment by card.
  bool read(CardNumber card, int pin);

  void handle(const PaymentModeEvent& event) override;
  void handle(const SaleSuccessEvent& event) override;

 private:
  EventChannel& channel_;
  bool active_ = false;
};

}  // namespace cocome
