// Reports for the managers of a store and of the enterprise.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalogue.h"
#include "store.h"

namespace cocome {

struct StoreReport {
  StoreId store = 0;
  long pieces = 0;           // on all shelves
  long products_low = 0;     // below their minimum
  long open_orders = 0;
  Money value;               // at purchase prices
};

struct SupplierReport {
  SupplierId supplier = 0;
  long products = 0;
  long pieces = 0;  // of the supplier's products, in all stores
  std::optional<Day> mean_days;  // from order to delivery; none without a delivery
};

class Reporting {
 public:
  Reporting(const Catalogue& catalogue, const std::vector<Store*>& stores)
      : catalogue_(catalogue), stores_(stores) {}

  StoreReport report_on(Store& store) const;
  std::vector<StoreReport> report_on_stores() const;
  std::vector<SupplierReport> report_on_suppliers() const;
  // Pieces of one product in all stores.
  long pieces_of(Barcode barcode) const;
  std::string text(const StoreReport& report) const;

 private:
  const Catalogue& catalogue_;
  const std::vector<Store*>& stores_;
};

}  // namespace cocome
