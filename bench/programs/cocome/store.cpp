// Operations on the inventory. The store's lock is never held while another store is asked: two
// stores that ask each other would wait for ever.
//
// SPDX-License-Identifier: Apache-2.0
#include "store.h"

#include <algorithm>

#include "product_dispatcher.h"

namespace cocome {

void Store::sell(const ProductTO& product, Money sales_price, long min_stock, long max_stock) {
  const std::lock_guard lock(mutex_);
  shelves_.try_emplace(product.barcode, product, sales_price, min_stock, max_stock);
}

const OfferTO* Store::offer_of(Barcode barcode) {
  const std::lock_guard lock(mutex_);
  const StockItem* item = find(barcode);
  return item == nullptr ? nullptr : &item->offer();
}

void Store::book_sale(const SaleTO& sale) {
#ifdef BROKEN_EXCHANGE_LOCKED
  const std::lock_guard lock(mutex_);
#endif
  ask_other_stores(take_from_shelves(sale));
}

#if defined(BROKEN_STOCK_UNLOCKED)
std::vector<Store::Shortage> Store::take_from_shelves(const SaleTO& sale) {
  for (const SaleEntryTO& entry : sale.entries) {
    StockItem* item = find(entry.offer->product.barcode);
    item->set_amount(item->amount() - entry.amount);
  }
  return {};
}
#elif defined(BROKEN_STOCK_TWO_STEPS)
// Reads the amount and writes the new one under two holds of the lock.
std::vector<Store::Shortage> Store::take_from_shelves(const SaleTO& sale) {
  for (const SaleEntryTO& entry : sale.entries) {
    const Barcode barcode = entry.offer->product.barcode;
    const long left = stock_item(barcode)->amount - entry.amount;
    const std::lock_guard lock(mutex_);
    find(barcode)->set_amount(left);
  }
  return {};
}
#else
std::vector<Store::Shortage> Store::take_from_shelves(const SaleTO& sale) {
  const std::lock_guard lock(mutex_);
  std::vector<Shortage> shortages;
  for (const SaleEntryTO& entry : sale.entries) {
    StockItem* item = find(entry.offer->product.barcode);
    item->set_amount(item->amount() - entry.amount);
    if (item->is_low()) shortages.push_back({entry.offer->product.barcode, item->wanted()});
  }
  return shortages;
}
#endif

void Store::ask_other_stores(const std::vector<Shortage>& shortages) {
  for (const Shortage& shortage : shortages)
    dispatcher_->request(*this, shortage.barcode, shortage.wanted);
}

void Store::change_price(Barcode barcode, Money sales_price) {
  const std::lock_guard lock(mutex_);
  if (StockItem* item = find(barcode)) item->change_price(sales_price);
}

std::optional<StockItemTO> Store::stock_item(Barcode barcode) {
  const std::lock_guard lock(mutex_);
  const StockItem* item = find(barcode);
  if (item == nullptr) return std::nullopt;
  return item->describe();
}

std::vector<StockItemTO> Store::stock_items() {
  const std::lock_guard lock(mutex_);
  std::vector<StockItemTO> items;
  for (const auto& [barcode, item] : shelves_) items.push_back(item.describe());
  return items;
}

std::vector<StockItemTO> Store::items_low_on_stock() {
  const std::lock_guard lock(mutex_);
  std::vector<StockItemTO> items;
  for (const auto& [barcode, item] : shelves_)
    if (item.is_low()) items.push_back(item.describe());
  return items;
}

OrderId Store::order(SupplierId supplier, const std::vector<OrderEntryTO>& entries) {
  const std::lock_guard lock(mutex_);
  for (const OrderEntryTO& entry : entries)
    if (StockItem* item = find(entry.barcode)) item->expect(entry.amount);
  const OrderId id = ++last_order_;
  open_orders_.emplace(id, OrderTO{id, supplier, today_, entries});
  return id;
}

bool Store::roll_in_received_order(OrderId order) {
  const std::lock_guard lock(mutex_);
  const auto found = open_orders_.find(order);
  if (found == open_orders_.end()) return false;
  for (const OrderEntryTO& entry : found->second.entries)
    if (StockItem* item = find(entry.barcode)) item->receive(entry.amount);
  deliveries_.add({found->second.supplier, found->second.ordered, today_});
  open_orders_.erase(found);
  return true;
}

std::vector<OrderTO> Store::open_orders() {
  const std::lock_guard lock(mutex_);
  std::vector<OrderTO> orders;
  for (const auto& [id, order] : open_orders_) orders.push_back(order);
  return orders;
}

void Store::begin_day(Day day) {
  const std::lock_guard lock(mutex_);
  today_ = day;
}

DeliveryLog Store::deliveries() {
  const std::lock_guard lock(mutex_);
  return deliveries_;
}

long Store::give_surplus(Barcode barcode, long wanted) {
  const std::lock_guard lock(mutex_);
  StockItem* item = find(barcode);
  if (item == nullptr) return 0;
  const long given = std::min(item->surplus(), wanted);
  item->set_amount(item->amount() - given);
  return given;
}

void Store::accept_transfer(Barcode barcode, long amount) {
  const std::lock_guard lock(mutex_);
  if (StockItem* item = find(barcode)) item->add(amount);
}

StockItem* Store::find(Barcode barcode) {
  const auto found = shelves_.find(barcode);
  return found == shelves_.end() ? nullptr : &found->second;
}

}  // namespace cocome
