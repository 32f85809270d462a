// What is done and checked when the store has closed and every client has left.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>

#include "client.h"
#include "trading_system.h"

namespace cocome {

class Closing {
 public:
  Closing(TradingSystem& system, const std::list<Client>& clients)
      : system_(system), clients_(clients) {}

  // Asserts that stock, money and statistics agree with what the clients have done.
  void check(long sales_per_client) const;
  // Orders what is low, and takes the delivery a few days later.
  void restock() const;

 private:
  void check_stock() const;
  void check_bank() const;
  void check_line() const;
  long sold(Barcode barcode) const;
  Money spent_with(CardNumber card) const;

  TradingSystem& system_;
  const std::list<Client>& clients_;
};

}  // namespace cocome
