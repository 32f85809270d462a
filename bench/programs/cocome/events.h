// What the components of one cash desk tell each other. Events never change once they exist.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bank.h"
#include "coordinator.h"
#include "money.h"
#include "transfer_objects.h"

namespace cocome {

// From the cash box: its keys and its drawer.
struct SaleStartedEvent {};
struct SaleFinishedEvent {};
struct PaymentModeEvent {
  PaymentMode mode;
};
struct CashAmountEnteredEvent {
  Money amount;
};
struct CashBoxClosedEvent {};
struct ExpressModeDisabledEvent {};

// From the scanner.
struct ProductScannedEvent {
  Barcode barcode;
};

// From the card reader.
struct CardReadEvent {
  CardNumber card;
  int pin;
};

// From the application of the desk.
struct RunningTotalChangedEvent {
  const OfferTO& offer;
  Money total;
};
struct ProductUnknownEvent {
  Barcode barcode;
};
struct SaleTooLongEvent {
  long limit;
};
struct TotalKnownEvent {
  Money total;
};
struct ChangeCalculatedEvent {
  Money change;
};
struct CashTooLittleEvent {
  Money missing;
};
struct CardRefusedEvent {
  std::string reason;
};
struct PaymentRefusedEvent {
  PaymentMode mode;
};
struct SaleSuccessEvent {
  long items;
  Money total;
  PaymentMode mode;
};
struct ExpressModeChangedEvent {
  bool express;
};

}  // namespace cocome
