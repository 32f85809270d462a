// Orders: see order.h.
// SPDX-License-Identifier: Apache-2.0
#include "order.h"

#include <algorithm>
#include <utility>

namespace jbb {
namespace {

bool are_all_from(const std::vector<Orderline>& lines, int warehouse_id) {
  return std::all_of(lines.begin(), lines.end(), [warehouse_id](const Orderline& line) {
    return line.supplier_id() == warehouse_id;
  });
}

}  // namespace

Orderline::Orderline(int number, const Item& item, int supplier_id, int quantity)
    : number_(number),
      item_(item),
      supplier_id_(supplier_id),
      quantity_(quantity),
      amount_(item.price() * quantity) {}

Order::Order(int id, const Customer& customer, std::vector<Orderline> lines, Money total)
    : id_(id),
      customer_(customer.key()),
      lines_(std::move(lines)),
      total_(total),
      is_all_local_(are_all_from(lines_, customer_.warehouse_id)) {}

void Order::assign_carrier(int carrier_id) {
  const std::lock_guard lock(mutex_);
  carrier_id_ = carrier_id;
}

bool Order::is_delivered() const { return carrier() != 0; }

int Order::carrier() const {
  const std::lock_guard lock(mutex_);
  return carrier_id_;
}

}  // namespace jbb
