// The company: see company.h.
// SPDX-License-Identifier: Apache-2.0
#include "company.h"

#include "config.h"

namespace jbb {

void Counter::increment() {
#ifndef BROKEN_COUNTER
  const std::lock_guard lock(mutex_);
#endif
  ++count_;
  changed_.notify_one();
}

void Counter::await(int target) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this, target] { return count_ == target; });
}

int Counter::value() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

Company::Company() : items_(item_count) {
  for (int id = 0; id < jbb::warehouse_count; ++id) {
    warehouses_.push_back(std::make_unique<Warehouse>(id, items_));
  }
}

void Company::report_ready_and_await_start() {
#ifdef BROKEN_START
  // main may give the start between these two lines; nobody will give it again.
  ready_.increment();
  std::unique_lock lock(start_mutex_);
  started_.wait(lock);
#else
  std::unique_lock lock(start_mutex_);
  ready_.increment();
  started_.wait(lock, [this] { return is_started_; });
#endif
}

void Company::await_ready(int clients) { ready_.await(clients); }

void Company::start() {
  const std::lock_guard lock(start_mutex_);
  mode_.store(RunMode::Recording);
  is_started_ = true;
  started_.notify_all();
}

}  // namespace jbb
