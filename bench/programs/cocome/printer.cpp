// The lines of a receipt.
//
// SPDX-License-Identifier: Apache-2.0
#include "printer.h"

namespace cocome {

Printer::Printer(EventChannel& channel, const StoreTO& store) : store_(store) {
  channel.subscribe<SaleStartedEvent>(*this);
  channel.subscribe<RunningTotalChangedEvent>(*this);
  channel.subscribe<TotalKnownEvent>(*this);
  channel.subscribe<ChangeCalculatedEvent>(*this);
  channel.subscribe<SaleSuccessEvent>(*this);
}

void Printer::handle(const SaleStartedEvent&) {
  lines_.clear();
  lines_.push_back(store_.name);
}

void Printer::handle(const RunningTotalChangedEvent& event) {
  print(event.offer.product.name, event.offer.sales_price);
}

void Printer::handle(const TotalKnownEvent& event) { print("total", event.total); }

void Printer::handle(const ChangeCalculatedEvent& event) { print("change", event.change); }

void Printer::handle(const SaleSuccessEvent& event) {
  lines_.push_back(event.mode == PaymentMode::CASH ? "paid cash" : "paid by card");
  ++receipts_;
}

void Printer::print(const std::string& text, Money amount) {
  lines_.push_back(text + " " + to_string(amount));
}

}  // namespace cocome
