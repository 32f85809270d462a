// A client: runs transactions against one warehouse, in a thread of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>

#include "company.h"
#include "config.h"
#include "deck.h"
#include "transaction.h"

namespace jbb {

// What one client did, for the report.
struct ClientResult {
  std::array<int, transaction_kinds> committed{};
  int rolled_back = 0;

  int total() const;
};

class TransactionManager {
 public:
  TransactionManager(Company& company, int client_id);

  // The body of the client's thread, from the handshake at the start to the one at the end.
  void run();
  // To be read when the thread has ended.
  const ClientResult& result() const { return result_; }
  int client_id() const { return client_id_; }
  int warehouse_id() const { return warehouse_id_; }

 private:
  using Transactions = std::array<std::unique_ptr<Transaction>, transaction_kinds>;

  Transactions make_transactions(Chooser& chooser);
  void run_transactions(Transactions& transactions);

  Company& company_;
  const int client_id_;
  const int warehouse_id_;
  ClientResult result_;
};

}  // namespace jbb
