// The display of the cash desk: the last thing the cashier must know.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "event_channel.h"

namespace cocome {

class DeskDisplay : public EventHandler<SaleStartedEvent>,
                    public EventHandler<RunningTotalChangedEvent>,
                    public EventHandler<ProductUnknownEvent>,
                    public EventHandler<SaleTooLongEvent>,
                    public EventHandler<ChangeCalculatedEvent>,
                    public EventHandler<CashTooLittleEvent>,
                    public EventHandler<CardRefusedEvent>,
                    public EventHandler<PaymentRefusedEvent>,
                    public EventHandler<SaleSuccessEvent> {
 public:
  explicit DeskDisplay(EventChannel& channel);

  const std::string& text() const { return text_; }
  Money amount() const { return amount_; }
  long complaints() const { return complaints_; }

  void handle(const SaleStartedEvent& event) override;
  void handle(const RunningTotalChangedEvent& event) override;
  void handle(const ProductUnknownEvent& event) override;
  void handle(const SaleTooLongEvent& event) override;
  void handle(const ChangeCalculatedEvent& event) override;
  void handle(const CashTooLittleEvent& event) override;
  void handle(const CardRefusedEvent& event) override;
  void handle(const PaymentRefusedEvent& event) override;
  void handle(const SaleSuccessEvent& event) override;

 private:
  void show(const std::string& text, Money amount);
  void complain(const std::string& text);

  std::string text_;
  Money amount_;
  long complaints_ = 0;  // in all sales
};

}  // namespace cocome
