// The coordinator of the cash desk line: decides from the last sales which desks are express desks.
//
// A desk asks before each sale whether it is one; the coordinator never reaches into a desk, which
// belongs to the thread that uses it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <mutex>
#include <vector>

#include "transfer_objects.h"

namespace cocome {

enum class PaymentMode { CASH, CARD };

constexpr long kMaxExpressItems = 8;

class ExpressListener {
 public:
  virtual void express_mode_enabled() = 0;

 protected:
  ~ExpressListener() = default;
};

class Coordinator {
 public:
  // Desks are made known before the store opens.
  void add_desk(DeskId desk, ExpressListener* listener);

  void sale_registered(DeskId desk, long items, PaymentMode mode);
  bool is_express(DeskId desk);
  // The cashier of an express desk may make it an ordinary one again.
  void disable_express(DeskId desk);

  long sales();
  long express_desks();

 private:
  struct RegisteredSale {
    long items;
    PaymentMode mode;
  };
  struct Desk {
    DeskId id;
    ExpressListener* listener;
    bool express = false;
  };

  bool express_is_needed() const;
  void enable_express();
  Desk* find(DeskId desk);

  std::mutex mutex_;
  std::deque<RegisteredSale> last_sales_;
  std::vector<Desk> desks_;
  long sales_ = 0;
};

}  // namespace cocome
