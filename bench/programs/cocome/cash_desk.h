// A cash desk: its hardware, its application, and the channel that connects them.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "card_reader.h"
#include "cash_box.h"
#include "desk_application.h"
#include "desk_display.h"
#include "event_channel.h"
#include "light_display.h"
#include "printer.h"
#include "sales_journal.h"
#include "scanner.h"

namespace cocome {

// In each drawer when the store opens.
constexpr Money kFloatMoney = Money::cents(10000);

class CashDesk {
 public:
  CashDesk(DeskId id, Store& store, Bank& bank, Coordinator& coordinator);
  CashDesk(const CashDesk&) = delete;
  CashDesk& operator=(const CashDesk&) = delete;

  DeskId id() const { return id_; }
  CashBox& cash_box() { return cash_box_; }
  const CashBox& cash_box() const { return cash_box_; }
  Scanner& scanner() { return scanner_; }
  CardReader& card_reader() { return card_reader_; }
  const Printer& printer() const { return printer_; }
  const LightDisplay& light_display() const { return light_display_; }
  const SalesJournal& journal() const { return journal_; }
  const DeskDisplay& display() const { return display_; }
  const DeskApplication& application() const { return application_; }

 private:
  const DeskId id_;
  EventChannel channel_;
  CashBox cash_box_;
  Scanner scanner_;
  CardReader card_reader_;
  Printer printer_;
  LightDisplay light_display_;
  DeskDisplay display_;
  SalesJournal journal_;
  // Last, so that the others have heard of an event before the application answers it.
  DeskApplication application_;
};

}  // namespace cocome
