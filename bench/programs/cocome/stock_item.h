// The shelf of one product in one store. Protected by the store's lock.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "transfer_objects.h"

namespace cocome {

class StockItem {
 public:
  StockItem(const ProductTO& product, Money sales_price, long min_stock, long max_stock)
      : min_stock_(min_stock), max_stock_(max_stock) {
    offers_.push_back(std::make_unique<OfferTO>(product, sales_price));
  }

  const OfferTO& offer() const { return *offers_.back(); }
  // Sales that have begun keep the old price: its object stays.
  void change_price(Money sales_price) {
    offers_.push_back(std::make_unique<OfferTO>(offer().product, sales_price));
  }

  long amount() const { return amount_; }
  void set_amount(long amount) { amount_ = amount; }
  void add(long amount) { amount_ += amount; }
  void expect(long amount) { incoming_ += amount; }
  void receive(long amount) {
    incoming_ -= amount;
    amount_ += amount;
  }

  bool is_low() const { return amount_ + incoming_ < min_stock_; }
  long surplus() const { return amount_ > min_stock_ ? amount_ - min_stock_ : 0; }
  long wanted() const { return max_stock_ - amount_ - incoming_; }

  StockItemTO describe() const {
    return {offer().product.barcode, amount_, min_stock_, max_stock_, incoming_};
  }

 private:
  std::vector<std::unique_ptr<const OfferTO>> offers_;  // the last one is valid
  long amount_ = 0;
  long incoming_ = 0;
  const long min_stock_;
  const long max_stock_;
};

}  // namespace cocome
