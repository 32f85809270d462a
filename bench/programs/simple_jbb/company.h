// The company: all warehouses, the catalogue, and how main and its clients start and stop together.
//
// Each count has a monitor of its own, as in the original: clients report that they are
// ready and wait for the start; later they report that they are done, and that they have stopped.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "item.h"
#include "warehouse.h"

namespace jbb {

enum class RunMode { Starting, Recording, Stopping };

// A number that threads count up and one thread waits for.
class Counter {
 public:
  void increment();
  void await(int target);
  int value() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
};

class Company {
 public:
  Company();

  Warehouse& warehouse(int id) const { return *warehouses_[id]; }
  int warehouse_count() const { return static_cast<int>(warehouses_.size()); }
  const ItemTable& items() const { return items_; }
  RunMode mode() const { return mode_.load(); }

  // For clients.
  void report_ready_and_await_start();
  void report_done() { done_.increment(); }
  void report_stopped() { stopped_.increment(); }

  // For main, in this order.
  void await_ready(int clients);
  void start();
  void await_done(int clients) { done_.await(clients); }
  void stop() { mode_.store(RunMode::Stopping); }
  void await_stopped(int clients) { stopped_.await(clients); }

 private:
  const ItemTable items_;
  std::vector<std::unique_ptr<Warehouse>> warehouses_;
  std::atomic<RunMode> mode_{RunMode::Starting};

  std::mutex start_mutex_;  // taken before the lock inside ready_
  std::condition_variable started_;
  bool is_started_ = false;
  Counter ready_;
  Counter done_;
  Counter stopped_;
};

}  // namespace jbb
