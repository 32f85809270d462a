// Clients: see transaction_manager.h.
// SPDX-License-Identifier: Apache-2.0
#include "transaction_manager.h"

#include <numeric>

namespace jbb {

int ClientResult::total() const {
  return std::accumulate(committed.begin(), committed.end(), rolled_back);
}

TransactionManager::TransactionManager(Company& company, int client_id)
    : company_(company),
      client_id_(client_id),
      warehouse_id_(client_id % company.warehouse_count()) {}

void TransactionManager::run() {
  Chooser chooser(client_id_ + 1);
  Transactions transactions = make_transactions(chooser);
  company_.report_ready_and_await_start();
  run_transactions(transactions);
  company_.report_done();
  company_.report_stopped();
}

TransactionManager::Transactions TransactionManager::make_transactions(Chooser& chooser) {
  Transactions transactions;
  for (int kind = 0; kind < transaction_kinds; ++kind) {
    transactions[kind] =
        make_transaction(static_cast<TransactionKind>(kind), company_, warehouse_id_, chooser);
  }
  return transactions;
}

void TransactionManager::run_transactions(Transactions& transactions) {
  Deck deck(client_id_);
  ClientResult result;
  for (int i = 0; i < transactions_per_client; ++i) {
    if (company_.mode() == RunMode::Stopping) break;
    const int kind = static_cast<int>(deck.next());
    if (transactions[kind]->run()) {
      ++result.committed[kind];
    } else {
      ++result.rolled_back;
    }
  }
  result_ = result;
}

}  // namespace jbb
