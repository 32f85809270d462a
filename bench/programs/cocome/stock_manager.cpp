// Orders are split by supplier.
//
// SPDX-License-Identifier: Apache-2.0
#include "stock_manager.h"

#include <map>

namespace cocome {

std::vector<OrderId> StockManager::order_everything(long amount) {
  std::vector<OrderEntryTO> entries;
  for (const Barcode barcode : catalogue_.barcodes()) entries.push_back({barcode, amount});
  return place(entries);
}

std::vector<OrderId> StockManager::order_what_is_low() {
  std::vector<OrderEntryTO> entries;
  for (const StockItemTO& item : store_.items_low_on_stock())
    entries.push_back({item.barcode, item.max_stock - item.amount - item.incoming});
  return place(entries);
}

void StockManager::take_delivery(const std::vector<OrderId>& orders) {
  for (const OrderId order : orders) store_.roll_in_received_order(order);
}

std::vector<OrderId> StockManager::place(const std::vector<OrderEntryTO>& entries) {
  std::map<SupplierId, std::vector<OrderEntryTO>> by_supplier;
  for (const OrderEntryTO& entry : entries)
    if (const ProductTO* product = catalogue_.find(entry.barcode))
      by_supplier[product->supplier.id].push_back(entry);
  std::vector<OrderId> orders;
  for (const auto& [supplier, part] : by_supplier) orders.push_back(store_.order(supplier, part));
  return orders;
}

}  // namespace cocome
