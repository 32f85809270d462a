// Reports are computed from what the stores hand out, one call at a time.
//
// SPDX-License-Identifier: Apache-2.0
#include "reporting.h"

namespace cocome {

StoreReport Reporting::report_on(Store& store) const {
  StoreReport report;
  report.store = store.description().id;
  for (const StockItemTO& item : store.stock_items()) {
    report.pieces += item.amount;
    if (const ProductTO* product = catalogue_.find(item.barcode))
      report.value += product->purchase_price * item.amount;
  }
  report.products_low = long(store.items_low_on_stock().size());
  report.open_orders = long(store.open_orders().size());
  return report;
}

std::vector<StoreReport> Reporting::report_on_stores() const {
  std::vector<StoreReport> reports;
  for (Store* store : stores_) reports.push_back(report_on(*store));
  return reports;
}

std::vector<SupplierReport> Reporting::report_on_suppliers() const {
  std::vector<SupplierReport> reports;
  for (const SupplierId supplier : catalogue_.suppliers()) {
    SupplierReport report;
    report.supplier = supplier;
    for (const ProductTO* product : catalogue_.products_of(supplier)) {
      ++report.products;
      report.pieces += pieces_of(product->barcode);
    }
    DeliveryLog deliveries;
    for (Store* store : stores_) deliveries.add_all(store->deliveries());
    report.mean_days = deliveries.mean_days(supplier);
    reports.push_back(report);
  }
  return reports;
}

long Reporting::pieces_of(Barcode barcode) const {
  long pieces = 0;
  for (Store* store : stores_)
    if (const std::optional<StockItemTO> item = store->stock_item(barcode)) pieces += item->amount;
  return pieces;
}

std::string Reporting::text(const StoreReport& report) const {
  return "store " + std::to_string(report.store) + ": " + std::to_string(report.pieces) +
         " pieces worth " + to_string(report.value) + ", " + std::to_string(report.products_low) +
         " products low, " + std::to_string(report.open_orders) + " orders open";
}

}  // namespace cocome
