// The whole system: the enterprise with its stores, the bank, and the cash desk line.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "bank.h"
#include "cash_desk_line.h"
#include "catalogue.h"
#include "product_dispatcher.h"
#include "reporting.h"
#include "store.h"

namespace cocome {

struct TradingSystemSize {
  int stores;
  int desks;
  long delivered;  // pieces of each product in each store
  long min_stock;
  Money balance;   // on each account
};

class TradingSystem {
 public:
  explicit TradingSystem(const TradingSystemSize& size);

  CashDeskLine& line() { return line_; }
  Bank& bank() { return bank_; }
  const std::vector<Store*>& stores() const { return store_list_; }
  // Pieces of each product in all stores, and money on each account, before the first sale.
  long delivered() const { return size_.stores * size_.delivered; }
  Money initial_balance() const { return size_.balance; }
  const Catalogue& catalogue() const { return catalogue_; }
  Reporting reporting() const { return Reporting(catalogue_, store_list_); }

 private:
  void fill_catalogue();
  void open_stores();
  void open_accounts();

  const TradingSystemSize size_;

  Catalogue catalogue_;
  Bank bank_;
  ProductDispatcher dispatcher_;
  std::vector<std::unique_ptr<Store>> stores_;
  std::vector<Store*> store_list_;
  CashDeskLine line_;
};

// The card of the client at desk `index`.
Card card_of(int index);

}  // namespace cocome
