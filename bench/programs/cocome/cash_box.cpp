// The drawer opens when the change is known and must be closed to end the sale.
//
// SPDX-License-Identifier: Apache-2.0
#include "cash_box.h"

#include <utility>

namespace cocome {

CashBox::CashBox(EventChannel& channel, Money float_money)
    : channel_(channel), money_(float_money) {
  channel_.subscribe<TotalKnownEvent>(*this);
  channel_.subscribe<ChangeCalculatedEvent>(*this);
  channel_.subscribe<SaleSuccessEvent>(*this);
}

void CashBox::press_start_sale() { channel_.publish(SaleStartedEvent{}); }
void CashBox::press_finish_sale() { channel_.publish(SaleFinishedEvent{}); }
void CashBox::press_payment_mode(PaymentMode mode) { channel_.publish(PaymentModeEvent{mode}); }
void CashBox::press_disable_express() { channel_.publish(ExpressModeDisabledEvent{}); }

void CashBox::press_digit(int digit) { entered_ = 10 * entered_ + digit; }
void CashBox::press_clear() { entered_ = 0; }

void CashBox::press_enter_cash() {
  const Money amount = Money::cents(std::exchange(entered_, 0));
  channel_.publish(CashAmountEnteredEvent{amount});
}

void CashBox::close() {
  if (!std::exchange(open_, false)) return;
  channel_.publish(CashBoxClosedEvent{});
}

void CashBox::handle(const TotalKnownEvent& event) { due_ = event.total; }

void CashBox::handle(const ChangeCalculatedEvent&) { open_ = true; }

void CashBox::handle(const SaleSuccessEvent& event) {
  if (event.mode == PaymentMode::CASH) money_ += event.total;
  due_ = Money();
}

}  // namespace cocome
