// A customer of a district: fixed personal data, and an account that transactions change.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>

#include "address.h"
#include "money.h"

namespace jbb {

// Where a customer belongs.
struct CustomerKey {
  int warehouse_id = 0;
  int district_id = 0;
  int customer_id = 0;

  bool operator==(const CustomerKey&) const = default;
};

enum class Credit { Good, Bad };

// A consistent copy of what changes in an account.
struct Account {
  Money balance;
  Money paid;
  int payments = 0;
  int deliveries = 0;
  int last_order = 0;
};

class Customer {
 public:
  Customer(CustomerKey key, std::string first_name, std::string last_name, Credit credit,
           int discount);

  const CustomerKey& key() const { return key_; }
  const std::string& first_name() const { return first_name_; }
  const std::string& last_name() const { return last_name_; }
  const Address& address() const { return address_; }
  Credit credit() const { return credit_; }
  Money credit_limit() const { return credit_limit_; }
  int discount() const { return discount_; }

  Account account() const;
  void receive_payment(Money amount);
  void receive_delivery(Money amount);
  void set_last_order(int order_id);
  int last_order() const;

 private:
  const CustomerKey key_;
  const std::string first_name_;
  const std::string last_name_;
  const Address address_;
  const Credit credit_;
  const Money credit_limit_;
  const int discount_;
  mutable std::mutex mutex_;
  Account account_;
};

}  // namespace jbb
