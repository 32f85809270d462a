// What the display shows for each event.
//
// SPDX-License-Identifier: Apache-2.0
#include "desk_display.h"

namespace cocome {

DeskDisplay::DeskDisplay(EventChannel& channel) {
  channel.subscribe<SaleStartedEvent>(*this);
  channel.subscribe<RunningTotalChangedEvent>(*this);
  channel.subscribe<ProductUnknownEvent>(*this);
  channel.subscribe<SaleTooLongEvent>(*this);
  channel.subscribe<ChangeCalculatedEvent>(*this);
  channel.subscribe<CashTooLittleEvent>(*this);
  channel.subscribe<CardRefusedEvent>(*this);
  channel.subscribe<PaymentRefusedEvent>(*this);
  channel.subscribe<SaleSuccessEvent>(*this);
}

void DeskDisplay::handle(const SaleStartedEvent&) { show("new sale", Money()); }

void DeskDisplay::handle(const RunningTotalChangedEvent& event) { show("total", event.total); }

void DeskDisplay::handle(const ProductUnknownEvent& event) {
  complain("unknown " + std::to_string(event.barcode));
}

void DeskDisplay::handle(const SaleTooLongEvent& event) {
  complain("at most " + std::to_string(event.limit));
}

void DeskDisplay::handle(const ChangeCalculatedEvent& event) { show("change", event.change); }

void DeskDisplay::handle(const CashTooLittleEvent& event) {
  complain("missing " + to_string(event.missing));
}

void DeskDisplay::handle(const CardRefusedEvent& event) { complain(event.reason); }

void DeskDisplay::handle(const PaymentRefusedEvent&) { complain("cash only"); }

void DeskDisplay::handle(const SaleSuccessEvent& event) { show("thank you", event.total); }

void DeskDisplay::show(const std::string& text, Money amount) {
  text_ = text;
  amount_ = amount;
}

void DeskDisplay::complain(const std::string& text) {
  text_ = text;
  ++complaints_;
}

}  // namespace cocome
