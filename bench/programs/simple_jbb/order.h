// An order with its lines, and its ticket in the queue of orders not yet delivered.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <vector>

#include "customer.h"
#include "item.h"
#include "money.h"

namespace jbb {

// One position of an order. Never changes after it was made.
class Orderline {
 public:
  Orderline(int number, const Item& item, int supplier_id, int quantity);

  int number() const { return number_; }
  const Item& item() const { return item_; }
  int supplier_id() const { return supplier_id_; }
  int quantity() const { return quantity_; }
  Money amount() const { return amount_; }

 private:
  int number_;
  const Item& item_;
  int supplier_id_;
  int quantity_;
  Money amount_;
};

class Order {
 public:
  Order(int id, const Customer& customer, std::vector<Orderline> lines, Money total);

  int id() const { return id_; }
  const CustomerKey& customer() const { return customer_; }
  const std::vector<Orderline>& lines() const { return lines_; }
  Money total() const { return total_; }
  bool is_all_local() const { return is_all_local_; }

  // Set once, by the delivery.
  void assign_carrier(int carrier_id);
  bool is_delivered() const;
  int carrier() const;

 private:
  const int id_;
  const CustomerKey customer_;
  const std::vector<Orderline> lines_;
  const Money total_;
  const bool is_all_local_;
  mutable std::mutex mutex_;
  int carrier_id_ = 0;
};

// Never changes after it was made.
class NewOrder {
 public:
  explicit NewOrder(Order& order) : order_(order), id_(order.id()) {}

  Order& order() const { return order_; }
  int id() const { return id_; }

 private:
  Order& order_;
  int id_;
};

}  // namespace jbb
