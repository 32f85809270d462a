// The channel of one cash desk: passes each event on to those who asked for its kind, at once.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>
#include <vector>

#include "events.h"

namespace cocome {

template <typename Event>
class EventHandler {
 public:
  virtual void handle(const Event& event) = 0;

 protected:
  ~EventHandler() = default;
};

class EventChannel {
 public:
  // Everybody subscribes before the desk is used.
  template <typename Event>
  void subscribe(EventHandler<Event>& handler) {
    handlers_of<Event>().push_back(&handler);
  }

  template <typename Event>
  void publish(const Event& event) {
    for (EventHandler<Event>* handler : handlers_of<Event>()) handler->handle(event);
  }

 private:
  template <typename... Events>
  using HandlersOf = std::tuple<std::vector<EventHandler<Events>*>...>;

  template <typename Event>
  std::vector<EventHandler<Event>*>& handlers_of() {
    return std::get<std::vector<EventHandler<Event>*>>(handlers_);
  }

  HandlersOf<SaleStartedEvent, SaleFinishedEvent, PaymentModeEvent, CashAmountEnteredEvent,
             CashBoxClosedEvent, ExpressModeDisabledEvent, ProductScannedEvent, CardReadEvent,
             RunningTotalChangedEvent, ProductUnknownEvent, SaleTooLongEvent, TotalKnownEvent,
             ChangeCalculatedEvent, CashTooLittleEvent, CardRefusedEvent, PaymentRefusedEvent,
             SaleSuccessEvent, ExpressModeChangedEvent>
      handlers_;
};

}  // namespace cocome
