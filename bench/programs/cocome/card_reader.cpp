// The reader works between the choice of payment by card and the end of the sale.
//
// SPDX-License-Identifier: Apache-2.0
#include "card_reader.h"

namespace cocome {

CardReader::CardReader(EventChannel& channel) : channel_(channel) {
  channel_.subscribe<PaymentModeEvent>(*this);
  channel_.subscribe<SaleSuccessEvent>(*this);
}

bool CardReader::read(CardNumber card, int pin) {
  if (!active_) return false;
  channel_.publish(CardReadEvent{card, pin});
  return true;
}

void CardReader::handle(const PaymentModeEvent& event) {
  active_ = event.mode == PaymentMode::CARD;
}

void CardReader::handle(const SaleSuccessEvent&) { active_ = false; }

}  // namespace cocome
