// When half of the last sales would have been fit for an express desk, one more desk becomes one.
//
// SPDX-License-Identifier: Apache-2.0
#include "coordinator.h"

namespace cocome {

namespace {

constexpr std::size_t kWindow = 8;    // sales that are looked at
constexpr std::size_t kMinSales = 2;  // before any decision

}  // namespace

void Coordinator::add_desk(DeskId desk, ExpressListener* listener) {
  const std::lock_guard lock(mutex_);
  desks_.push_back({desk, listener});
}

void Coordinator::sale_registered(DeskId desk, long items, PaymentMode mode) {
#ifndef BROKEN_COORDINATOR
  const std::lock_guard lock(mutex_);
#endif
  if (find(desk) == nullptr) return;
  ++sales_;
  last_sales_.push_back({items, mode});
  if (last_sales_.size() > kWindow) last_sales_.pop_front();
  if (express_is_needed()) enable_express();
}

bool Coordinator::is_express(DeskId desk) {
  const std::lock_guard lock(mutex_);
  const Desk* found = find(desk);
  return found != nullptr && found->express;
}

void Coordinator::disable_express(DeskId desk) {
  const std::lock_guard lock(mutex_);
  if (Desk* found = find(desk)) found->express = false;
}

long Coordinator::sales() {
  const std::lock_guard lock(mutex_);
  return sales_;
}

long Coordinator::express_desks() {
  const std::lock_guard lock(mutex_);
  long count = 0;
  for (const Desk& desk : desks_) count += desk.express ? 1 : 0;
  return count;
}

bool Coordinator::express_is_needed() const {
  if (last_sales_.size() < kMinSales) return false;
  std::size_t fit = 0;
  for (const RegisteredSale& sale : last_sales_)
    if (sale.items <= kMaxExpressItems && sale.mode == PaymentMode::CASH) ++fit;
  return 2 * fit >= last_sales_.size();
}

// The line always keeps an ordinary desk.
void Coordinator::enable_express() {
  for (std::size_t i = 0; i + 1 < desks_.size(); ++i) {
    if (desks_[i].express) continue;
    desks_[i].express = true;
#ifdef BROKEN_EXPRESS_EVENT
    desks_[i].listener->express_mode_enabled();
#endif
    return;
  }
}

Coordinator::Desk* Coordinator::find(DeskId desk) {
  for (Desk& candidate : desks_)
    if (candidate.id == desk) return &candidate;
  return nullptr;
}

}  // namespace cocome
