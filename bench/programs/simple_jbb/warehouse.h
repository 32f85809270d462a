// A warehouse: districts, stock of every item, and the book of payments.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "address.h"
#include "district.h"
#include "history.h"
#include "item.h"
#include "money.h"
#include "stock.h"

namespace jbb {

class Warehouse {
 public:
  Warehouse(int id, const ItemTable& items);

  int id() const { return id_; }
  const std::string& name() const { return name_; }
  const Address& address() const { return address_; }
  int tax() const { return tax_; }
  const ItemTable& items() const { return items_; }
  // The tables below are filled by the constructor only; null if there is no such entry.
  District* find_district(int district_id) const;
  Customer* find_customer(const CustomerKey& key) const;
  Stock* find_stock(int item_id) const;
  int district_count() const { return static_cast<int>(districts_.size()); }
  int stock_count() const { return static_cast<int>(stocks_.size()); }

  void receive_payment(Money amount);
  Money year_to_date() const;
  HistoryBook& history() { return history_; }
  const HistoryBook& history() const { return history_; }
  std::mutex& mutex() { return mutex_; }

 private:
  const int id_;
  const std::string name_;
  const Address address_;
  const int tax_;
  const ItemTable& items_;
  std::vector<std::unique_ptr<District>> districts_;
  std::vector<std::unique_ptr<Stock>> stocks_;
  HistoryBook history_;

  mutable std::mutex mutex_;
  Money year_to_date_;
};

}  // namespace jbb
