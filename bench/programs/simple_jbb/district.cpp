// Districts: see district.h.
// SPDX-License-Identifier: Apache-2.0
#include "district.h"

#include <utility>

#include "config.h"

namespace jbb {
namespace {

constexpr int tax_rate = 750;
constexpr int best_discount = 500;

std::unique_ptr<Customer> make_customer(const CustomerKey& key) {
  const Credit credit = key.customer_id % 10 == 9 ? Credit::Bad : Credit::Good;
  const int discount = best_discount / (key.customer_id + 1);
  return std::make_unique<Customer>(key, "First" + std::to_string(key.customer_id),
                                    "Last" + std::to_string(key.district_id), credit, discount);
}

}  // namespace

District::District(int warehouse_id, int id)
    : id_(id),
      name_("district " + std::to_string(id)),
      address_(make_address(100 * warehouse_id + id)),
      tax_(tax_rate + 10 * id) {
  for (int customer_id = 0; customer_id < customers_per_district; ++customer_id) {
    customers_.push_back(make_customer({warehouse_id, id, customer_id}));
  }
}

Customer* District::find_customer(int customer_id) const {
  return customer_id >= 0 && customer_id < customer_count() ? customers_[customer_id].get()
                                                            : nullptr;
}

int District::take_order_id() {
#ifndef BROKEN_ORDER_ID
  const std::lock_guard lock(mutex_);
#endif
  return next_order_id_++;
}

int District::next_order_id() const {
  const std::lock_guard lock(mutex_);
  return next_order_id_;
}

void District::add_order(std::unique_ptr<Order> order) {
  const std::lock_guard lock(mutex_);
  const int id = order->id();
  orders_[id] = std::move(order);
}

void District::add_new_order(std::unique_ptr<const NewOrder> new_order) {
  const std::lock_guard lock(mutex_);
  const int id = new_order->id();
  new_orders_[id] = std::move(new_order);
}

bool District::has_new_order() const {
  const std::lock_guard lock(mutex_);
  return !new_orders_.empty();
}

std::unique_ptr<const NewOrder> District::remove_first_new_order() {
  const std::lock_guard lock(mutex_);
  if (new_orders_.empty()) return nullptr;
  auto first = std::move(new_orders_.begin()->second);
  new_orders_.erase(new_orders_.begin());
  return first;
}

int District::new_order_count() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(new_orders_.size());
}

const Order* District::find_order(int order_id) const {
  const std::lock_guard lock(mutex_);
  const auto found = orders_.find(order_id);
  return found == orders_.end() ? nullptr : found->second.get();
}

const Order* District::last_order_of(const CustomerKey& customer) const {
  const std::lock_guard lock(mutex_);
  for (auto order = orders_.rbegin(); order != orders_.rend(); ++order) {
    if (order->second->customer() == customer) return order->second.get();
  }
  return nullptr;
}

std::vector<const Order*> District::latest_orders(int limit) const {
  const std::lock_guard lock(mutex_);
  std::vector<const Order*> latest;
  for (auto order = orders_.rbegin(); order != orders_.rend(); ++order) {
    if (static_cast<int>(latest.size()) == limit) break;
    latest.push_back(order->second.get());
  }
  return latest;
}

int District::order_count() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(orders_.size());
}

void District::receive_payment(Money amount) {
  const std::lock_guard lock(mutex_);
  year_to_date_ += amount;
}

Money District::year_to_date() const {
  const std::lock_guard lock(mutex_);
  return year_to_date_;
}

}  // namespace jbb
