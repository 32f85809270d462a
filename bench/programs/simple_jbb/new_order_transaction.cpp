// Taking an order: see new_order_transaction.h.
// SPDX-License-Identifier: Apache-2.0
#include "new_order_transaction.h"

#include <utility>

namespace jbb {
namespace {

constexpr int most_per_line = 5;

}  // namespace

void NewOrderTransaction::choose_inputs(Chooser& chooser) {
  district_ = &choose_district(chooser);
  customer_ = &choose_customer(chooser, *district_);
  wishes_.clear();
  for (int i = 0; i < lines_per_order; ++i) {
    wishes_.push_back({chooser.below(item_count), chooser.between(1, most_per_line)});
  }
}

bool NewOrderTransaction::process() {
  std::vector<Orderline> lines = fill_lines();
  if (lines.empty()) return false;
  order_id_ = district_->take_order_id();
  total_ = total_of(lines);
  file_order(order_id_, std::move(lines));
  customer_->set_last_order(order_id_);
  return true;
}

std::vector<Orderline> NewOrderTransaction::fill_lines() {
  std::vector<Orderline> lines;
  for (const Wish& wish : wishes_) {
    const Item* item = home().items().find(wish.item_id);
    if (!item) {
      give_back(lines);
      return {};
    }
    Stock& stock = *home().find_stock(wish.item_id);
    stock.remove(wish.quantity, false);
    lines.emplace_back(static_cast<int>(lines.size()) + 1, *item, home().id(), wish.quantity);
  }
  return lines;
}

void NewOrderTransaction::give_back(const std::vector<Orderline>& lines) {
  for (const Orderline& line : lines) {
    home().find_stock(line.item().id())->cancel(line.quantity());
  }
}

Money NewOrderTransaction::total_of(const std::vector<Orderline>& lines) const {
  Money sum;
  for (const Orderline& line : lines) sum += line.amount();
  const Money reduced = sum - share_of(sum, customer_->discount());
  return reduced + share_of(reduced, home().tax() + district_->tax());
}

void NewOrderTransaction::file_order(int order_id, std::vector<Orderline> lines) {
  auto order = std::make_unique<Order>(order_id, *customer_, std::move(lines), total_);
  auto new_order = std::make_unique<const NewOrder>(*order);
  district_->add_order(std::move(order));
  district_->add_new_order(std::move(new_order));
}

void NewOrderTransaction::show(Screen& screen) const {
  screen.put(1, 0, home().id());
  screen.put(1, 10, district_->id());
  screen.put(2, 0, customer_->last_name());
  screen.put(2, 20, order_id_);
  for (int i = 0; i < static_cast<int>(wishes_.size()) && i < 3; ++i) {
    screen.put(3 + i, 0, wishes_[i].item_id);
    screen.put(3 + i, 10, wishes_[i].quantity);
  }
  screen.put(7, 0, total_);
}

}  // namespace jbb
