// The steps of a sale, as a cashier takes them.
//
// SPDX-License-Identifier: Apache-2.0
#include "client.h"

#include <cassert>

namespace cocome {

namespace {

constexpr long kNote = 500;

// Customers have notes only, and pay with as few as will do.
Money in_notes(Money amount) {
  return Money::cents((amount.in_cents() + kNote - 1) / kNote * kNote);
}

void enter(CashBox& box, Money amount) {
  box.press_clear();
  for (const char digit : std::to_string(amount.in_cents())) box.press_digit(digit - '0');
}

}  // namespace

void Client::run() {
  for (int i = 0; i < sales_; ++i) buy();
}

void Client::buy() {
  desk_.cash_box().press_start_sale();
  scan_products();
  desk_.cash_box().press_finish_sale();
  assert(desk_.application().state() == DeskState::SaleFinished);
  pay();
  assert(desk_.application().state() == DeskState::Idle);
  ++completed_;
}

void Client::scan_products() {
  for (const Barcode product : list_.products) {
    const bool scanned = desk_.scanner().scan(product);
    assert(scanned);
  }
}

void Client::pay() {
  if (list_.mode == PaymentMode::CARD && !desk_.application().is_express()) pay_by_card();
  // Where cards are not accepted, or this one was not, cash is.
  if (desk_.application().state() != DeskState::Idle) pay_cash();
}

void Client::pay_cash() {
  CashBox& box = desk_.cash_box();
  box.press_payment_mode(PaymentMode::CASH);
  enter(box, in_notes(box.due()));
  box.press_enter_cash();
  assert(box.is_open());
  box.close();
}

void Client::pay_by_card() {
  desk_.cash_box().press_payment_mode(PaymentMode::CARD);
  const Money total = desk_.display().amount();
  desk_.card_reader().read(list_.card.number, list_.card.pin);
  if (desk_.application().state() == DeskState::Idle) paid_by_card_ += total;
}

}  // namespace cocome
