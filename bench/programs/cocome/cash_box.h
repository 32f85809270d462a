// The cash box: the keys that the cashier presses, and the drawer with the money.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event_channel.h"

namespace cocome {

class CashBox : public EventHandler<ChangeCalculatedEvent>,
                public EventHandler<SaleSuccessEvent>,
                public EventHandler<TotalKnownEvent> {
 public:
  CashBox(EventChannel& channel, Money float_money);

  // The keys.
  void press_start_sale();
  void press_finish_sale();
  void press_payment_mode(PaymentMode mode);
  // What the customer gives: entered digit by digit, then confirmed.
  void press_digit(int digit);
  void press_clear();
  void press_enter_cash();
  void press_disable_express();
  void close();

  bool is_open() const { return open_; }
  Money money() const { return money_; }
  Money due() const { return due_; }  // of the sale that is to be paid

  void handle(const TotalKnownEvent& event) override;
  void handle(const ChangeCalculatedEvent& event) override;
  void handle(const SaleSuccessEvent& event) override;

 private:
  EventChannel& channel_;
  Money money_;
  Money due_;
  long entered_ = 0;  // cents typed so far
  bool open_ = false;
};

}  // namespace cocome
