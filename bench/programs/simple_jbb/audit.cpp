// The audit: see audit.h.
// SPDX-License-Identifier: Apache-2.0
#include "audit.h"

#include <cassert>

#include "config.h"

namespace jbb {

void Audit::check() const {
  for (const auto& client : clients_) {
    assert(client->result().total() == transactions_per_client);
  }
  for (int id = 0; id < company_.warehouse_count(); ++id) check_warehouse(company_.warehouse(id));
}

void Audit::check_warehouse(const Warehouse& warehouse) const {
  check_payments(warehouse);
  check_orders(warehouse);
  check_stock(warehouse);
}

void Audit::check_payments(const Warehouse& warehouse) const {
  Money districts;
  Money customers;
  int payments = 0;
  for (int i = 0; i < warehouse.district_count(); ++i) {
    const District& district = *warehouse.find_district(i);
    districts += district.year_to_date();
    for (int j = 0; j < district.customer_count(); ++j) {
      const Account account = district.find_customer(j)->account();
      customers += account.paid;
      payments += account.payments;
    }
  }
  assert(districts == warehouse.year_to_date());
  assert(customers == warehouse.history().total());
#ifndef BROKEN_LOCK_ORDER
  assert(customers == warehouse.year_to_date());
#endif
  assert(payments == committed(warehouse, TransactionKind::Payment));
}

void Audit::check_orders(const Warehouse& warehouse) const {
  int orders = 0;
  int numbers = 0;
  int waiting = 0;
  int deliveries = 0;
  for (int i = 0; i < warehouse.district_count(); ++i) {
    const District& district = *warehouse.find_district(i);
    orders += district.order_count();
    numbers += district.next_order_id() - 1;
    waiting += district.new_order_count();
    for (int j = 0; j < district.customer_count(); ++j) {
      deliveries += district.find_customer(j)->account().deliveries;
    }
  }
  assert(orders == committed(warehouse, TransactionKind::NewOrder));
  assert(orders == numbers);
  assert(orders == waiting + deliveries);
}

void Audit::check_stock(const Warehouse& warehouse) const {
  for (int i = 0; i < warehouse.stock_count(); ++i) {
    assert(warehouse.find_stock(i)->balance() == initial_stock);
  }
}

int Audit::committed(const Warehouse& warehouse, TransactionKind kind) const {
  int sum = 0;
  for (const auto& client : clients_) {
    if (client->warehouse_id() != warehouse.id()) continue;
    sum += client->result().committed[static_cast<int>(kind)];
  }
  return sum;
}

}  // namespace jbb
