// The application of a cash desk: a state machine that the events of the desk drive.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bank.h"
#include "coordinator.h"
#include "event_channel.h"
#include "sale.h"
#include "store.h"

namespace cocome {

enum class DeskState {
  Idle,              // waits for a customer
  SaleStarted,       // products are scanned
  SaleFinished,      // waits for the choice of payment
  PayingByCash,      // waits for the customer's money
  PaidByCash,        // waits until the drawer is closed
  PayingByCard,      // waits for a card
};

class DeskApplication : public ExpressListener,
                        public EventHandler<SaleStartedEvent>,
                        public EventHandler<ProductScannedEvent>,
                        public EventHandler<SaleFinishedEvent>,
                        public EventHandler<PaymentModeEvent>,
                        public EventHandler<CashAmountEnteredEvent>,
                        public EventHandler<CashBoxClosedEvent>,
                        public EventHandler<CardReadEvent>,
                        public EventHandler<ExpressModeDisabledEvent> {
 public:
  DeskApplication(DeskId desk, EventChannel& channel);

  void bind_store(Store* store) { store_ = store; }
  void bind_bank(Bank* bank) { bank_ = bank; }
  void bind_coordinator(Coordinator* coordinator) { coordinator_ = coordinator; }

  DeskState state() const { return state_; }
  bool is_express() const { return express_; }

  void handle(const SaleStartedEvent& event) override;
  void handle(const ProductScannedEvent& event) override;
  void handle(const SaleFinishedEvent& event) override;
  void handle(const PaymentModeEvent& event) override;
  void handle(const CashAmountEnteredEvent& event) override;
  void handle(const CashBoxClosedEvent& event) override;
  void handle(const CardReadEvent& event) override;
  void handle(const ExpressModeDisabledEvent& event) override;
  void express_mode_enabled() override;

 private:
  bool may_be_paid_by_card() const { return !express_; }
  long item_limit() const;
  void set_express(bool express);
  void complete_sale(PaymentMode mode);
  void refuse_card(const char* reason);

  const DeskId desk_;
  EventChannel& channel_;
  Store* store_ = nullptr;
  Bank* bank_ = nullptr;
  Coordinator* coordinator_ = nullptr;

  DeskState state_ = DeskState::Idle;
  Sale sale_;
  bool express_ = false;
};

}  // namespace cocome
