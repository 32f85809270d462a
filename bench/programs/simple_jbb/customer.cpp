// Customers: see customer.h.
// SPDX-License-Identifier: Apache-2.0
#include "customer.h"

#include <utility>

namespace jbb {

Customer::Customer(CustomerKey key, std::string first_name, std::string last_name, Credit credit,
                   int discount)
    : key_(key),
      first_name_(std::move(first_name)),
      last_name_(std::move(last_name)),
      address_(make_address(key.customer_id)),
      credit_(credit),
      credit_limit_(Money{5000000}),
      discount_(discount) {}

Account Customer::account() const {
  const std::lock_guard lock(mutex_);
  return account_;
}

void Customer::receive_payment(Money amount) {
  const std::lock_guard lock(mutex_);
  account_.balance -= amount;
  account_.paid += amount;
  ++account_.payments;
}

void Customer::receive_delivery(Money amount) {
  const std::lock_guard lock(mutex_);
  account_.balance += amount;
  ++account_.deliveries;
}

void Customer::set_last_order(int order_id) {
  const std::lock_guard lock(mutex_);
  account_.last_order = order_id;
}

int Customer::last_order() const {
  const std::lock_guard lock(mutex_);
  return account_.last_order;
}

}  // namespace jbb
