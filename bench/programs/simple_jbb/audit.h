// Checks that the books agree, whatever the clients did and in whichever order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "company.h"
#include "transaction_manager.h"

namespace jbb {

class Audit {
 public:
  Audit(const Company& company, const std::vector<std::unique_ptr<TransactionManager>>& clients)
      : company_(company), clients_(clients) {}

  // Fails an assertion if something does not add up. For the time when no client runs any more.
  void check() const;

 private:
  void check_warehouse(const Warehouse& warehouse) const;
  void check_payments(const Warehouse& warehouse) const;
  void check_orders(const Warehouse& warehouse) const;
  void check_stock(const Warehouse& warehouse) const;
  // How many transactions of the kind the clients of a warehouse committed.
  int committed(const Warehouse& warehouse, TransactionKind kind) const;

  const Company& company_;
  const std::vector<std::unique_ptr<TransactionManager>>& clients_;
};

}  // namespace jbb
