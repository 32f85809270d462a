// Warehouses: see warehouse.h.
// SPDX-License-Identifier: Apache-2.0
#include "warehouse.h"

#include "config.h"

namespace jbb {
namespace {

constexpr int tax_rate = 1200;

}  // namespace

Warehouse::Warehouse(int id, const ItemTable& items)
    : id_(id),
      name_("warehouse " + std::to_string(id)),
      address_(make_address(1000 + id)),
      tax_(tax_rate),
      items_(items) {
  for (int district_id = 0; district_id < districts_per_warehouse; ++district_id) {
    districts_.push_back(std::make_unique<District>(id, district_id));
  }
  for (int item_id = 0; item_id < items.size(); ++item_id) {
    stocks_.push_back(std::make_unique<Stock>(*items.find(item_id), id, initial_stock));
  }
}

District* Warehouse::find_district(int district_id) const {
  return district_id >= 0 && district_id < district_count() ? districts_[district_id].get()
                                                            : nullptr;
}

Customer* Warehouse::find_customer(const CustomerKey& key) const {
  const District* district = find_district(key.district_id);
  return district ? district->find_customer(key.customer_id) : nullptr;
}

Stock* Warehouse::find_stock(int item_id) const {
  return item_id >= 0 && item_id < stock_count() ? stocks_[item_id].get() : nullptr;
}

void Warehouse::receive_payment(Money amount) {
  const std::lock_guard lock(mutex_);
  year_to_date_ += amount;
}

Money Warehouse::year_to_date() const {
  const std::lock_guard lock(mutex_);
  return year_to_date_;
}

}  // namespace jbb
