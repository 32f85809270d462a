// A district of a warehouse: its customers, its orders, and the queue of those not yet delivered.
//
// A monitor: one lock for everything that changes, held within one method at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "address.h"
#include "customer.h"
#include "money.h"
#include "order.h"

namespace jbb {

class District {
 public:
  District(int warehouse_id, int id);

  int id() const { return id_; }
  const std::string& name() const { return name_; }
  const Address& address() const { return address_; }
  int tax() const { return tax_; }
  // Null if there is no such customer. The table is filled by the constructor only.
  Customer* find_customer(int customer_id) const;
  int customer_count() const { return static_cast<int>(customers_.size()); }

  // The number of the next order; a different one for each call.
  int take_order_id();
  int next_order_id() const;
  void add_order(std::unique_ptr<Order> order);
  void add_new_order(std::unique_ptr<const NewOrder> new_order);
  bool has_new_order() const;
  // Null if none is waiting.
  std::unique_ptr<const NewOrder> remove_first_new_order();
  int new_order_count() const;

  // Null if there is none, or none any more.
  const Order* find_order(int order_id) const;
  const Order* last_order_of(const CustomerKey& customer) const;
  std::vector<const Order*> latest_orders(int limit) const;
  int order_count() const;

  void receive_payment(Money amount);
  Money year_to_date() const;
  std::mutex& mutex() { return mutex_; }

 private:
  const int id_;
  const std::string name_;
  const Address address_;
  const int tax_;
  std::vector<std::unique_ptr<Customer>> customers_;

  mutable std::mutex mutex_;
  int next_order_id_ = 1;
  Money year_to_date_;
  std::map<int, std::unique_ptr<Order>> orders_;
  std::map<int, std::unique_ptr<const NewOrder>> new_orders_;
};

}  // namespace jbb
