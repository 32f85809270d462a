// The end of the day. Only main is left, so the parts of the system are asked one after the other.
//
// SPDX-License-Identifier: Apache-2.0
#include "closing.h"

#include <cassert>
#include <cstdio>

#include "stock_manager.h"

namespace cocome {

namespace {

constexpr Day kDayOfDelivery = 4;

}  // namespace

void Closing::check(long sales_per_client) const {
  for (const Client& client : clients_) assert(client.completed() == sales_per_client);
  const long sales = long(clients_.size()) * sales_per_client;
  assert(system_.line().coordinator().sales() == sales);
  assert(system_.line().coordinator().express_desks() < long(clients_.size()));
  assert(system_.line().balance().sales == sales);
  system_.line().close();
  assert(system_.line().coordinator().express_desks() == 0);
  check_stock();
  check_bank();
  check_line();
}

void Closing::restock() const {
  for (Store* store : system_.stores()) {
    StockManager manager(system_.catalogue(), *store);
    const std::vector<OrderId> orders = manager.order_what_is_low();
    assert(store->open_orders().size() == orders.size());
    store->begin_day(kDayOfDelivery);
    manager.take_delivery(orders);
    const StoreReport report = system_.reporting().report_on(*store);
    assert(report.open_orders == 0 && report.products_low == 0);
    std::puts(system_.reporting().text(report).c_str());
  }
  for (const SupplierReport& report : system_.reporting().report_on_suppliers())
    assert(!report.mean_days || *report.mean_days <= kDayOfDelivery);
}

void Closing::check_stock() const {
  for (const Barcode barcode : system_.catalogue().barcodes())
    assert(system_.reporting().pieces_of(barcode) == system_.delivered() - sold(barcode));
}

void Closing::check_bank() const {
  for (const Client& client : clients_) {
    const CardNumber card = client.list().card.number;
    assert(system_.bank().balance(card) == system_.initial_balance() - spent_with(card));
  }
}

void Closing::check_line() const {
  assert(system_.line().drawers_agree_with_journals());
  Money by_card;
  for (const Client& client : clients_) by_card += client.paid_by_card();
  assert(system_.line().balance().cards == by_card);
}

long Closing::sold(Barcode barcode) const {
  long pieces = 0;
  for (const Client& client : clients_)
    for (const Barcode bought : client.list().products)
      if (bought == barcode) pieces += client.completed();
  return pieces;
}

Money Closing::spent_with(CardNumber card) const {
  Money spent;
  for (const Client& client : clients_)
    if (client.list().card.number == card) spent += client.paid_by_card();
  return spent;
}

}  // namespace cocome
