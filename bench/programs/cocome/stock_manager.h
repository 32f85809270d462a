// The stock manager of a store: orders what is missing, and takes deliveries.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "catalogue.h"
#include "store.h"

namespace cocome {

class StockManager {
 public:
  StockManager(const Catalogue& catalogue, Store& store) : catalogue_(catalogue), store_(store) {}

  // One order for each supplier, with `amount` pieces of each of its products.
  std::vector<OrderId> order_everything(long amount);
  // Orders what is below its minimum, up to the maximum.
  std::vector<OrderId> order_what_is_low();
  void take_delivery(const std::vector<OrderId>& orders);

 private:
  std::vector<OrderId> place(const std::vector<OrderEntryTO>& entries);

  const Catalogue& catalogue_;
  Store& store_;
};

}  // namespace cocome
