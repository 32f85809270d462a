// The transitions of the desk's state machine. An event that does not fit the state is ignored: a
// key that was pressed at the wrong moment.
//
// SPDX-License-Identifier: Apache-2.0
#include "desk_application.h"

#include <limits>

namespace cocome {

DeskApplication::DeskApplication(DeskId desk, EventChannel& channel)
    : desk_(desk), channel_(channel) {
  channel_.subscribe<SaleStartedEvent>(*this);
  channel_.subscribe<ProductScannedEvent>(*this);
  channel_.subscribe<SaleFinishedEvent>(*this);
  channel_.subscribe<PaymentModeEvent>(*this);
  channel_.subscribe<CashAmountEnteredEvent>(*this);
  channel_.subscribe<CashBoxClosedEvent>(*this);
  channel_.subscribe<CardReadEvent>(*this);
  channel_.subscribe<ExpressModeDisabledEvent>(*this);
}

void DeskApplication::handle(const SaleStartedEvent&) {
  if (state_ != DeskState::Idle) return;
#ifndef BROKEN_EXPRESS_EVENT
  set_express(coordinator_->is_express(desk_));
#endif
  sale_.clear();
  state_ = DeskState::SaleStarted;
}

void DeskApplication::handle(const ProductScannedEvent& event) {
  if (state_ != DeskState::SaleStarted) return;
  if (sale_.items() >= item_limit()) return channel_.publish(SaleTooLongEvent{item_limit()});
  const OfferTO* offer = store_->offer_of(event.barcode);
  if (offer == nullptr) return channel_.publish(ProductUnknownEvent{event.barcode});
  sale_.add(*offer);
  channel_.publish(RunningTotalChangedEvent{*offer, sale_.total()});
}

void DeskApplication::handle(const SaleFinishedEvent&) {
  if (state_ != DeskState::SaleStarted || sale_.is_empty()) return;
  state_ = DeskState::SaleFinished;
  channel_.publish(TotalKnownEvent{sale_.total()});
}

void DeskApplication::handle(const PaymentModeEvent& event) {
  if (state_ != DeskState::SaleFinished && state_ != DeskState::PayingByCard) return;
  if (event.mode == PaymentMode::CASH)
    state_ = DeskState::PayingByCash;
  else if (may_be_paid_by_card())
    state_ = DeskState::PayingByCard;
  else
    channel_.publish(PaymentRefusedEvent{event.mode});
}

void DeskApplication::handle(const CashAmountEnteredEvent& event) {
  if (state_ != DeskState::PayingByCash) return;
  const Money change = event.amount - sale_.total();
  if (change.is_negative()) return channel_.publish(CashTooLittleEvent{Money() - change});
  state_ = DeskState::PaidByCash;
  channel_.publish(ChangeCalculatedEvent{change});
}

void DeskApplication::handle(const CashBoxClosedEvent&) {
  if (state_ == DeskState::PaidByCash) complete_sale(PaymentMode::CASH);
}

void DeskApplication::handle(const CardReadEvent& event) {
  if (state_ != DeskState::PayingByCard) return;
  const std::optional<TransactionId> transaction = bank_->validate(event.card, event.pin);
  if (!transaction) return refuse_card("card not valid");
  switch (bank_->debit(*transaction, sale_.total())) {
    case DebitResult::Ok: return complete_sale(PaymentMode::CARD);
    case DebitResult::NotEnoughMoney: return refuse_card("not enough money");
    case DebitResult::InvalidTransaction: return refuse_card("bank not available");
  }
}

void DeskApplication::handle(const ExpressModeDisabledEvent&) {
  coordinator_->disable_express(desk_);
  set_express(false);
}

void DeskApplication::express_mode_enabled() { set_express(true); }

long DeskApplication::item_limit() const {
  return express_ ? kMaxExpressItems : std::numeric_limits<long>::max();
}

void DeskApplication::set_express(bool express) {
  if (express == express_) return;
  express_ = express;
  channel_.publish(ExpressModeChangedEvent{express});
}

void DeskApplication::complete_sale(PaymentMode mode) {
  const SaleTO sale = sale_.describe(desk_);
  store_->book_sale(sale);
  coordinator_->sale_registered(desk_, sale.items(), mode);
  state_ = DeskState::Idle;
  channel_.publish(SaleSuccessEvent{sale.items(), sale.total, mode});
}

void DeskApplication::refuse_card(const char* reason) {
  state_ = DeskState::SaleFinished;
  channel_.publish(CardRefusedEvent{reason});
}

}  // namespace cocome
