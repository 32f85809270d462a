// Simple JBB: clients run business transactions against the warehouses of a company.
//
// After the papers' reduced form of a business benchmark: a few transactions per client, small
// tables, the original's synchronisation. Every object is reachable for all clients through the
// company, but a client works in its own warehouse and most objects never change after they were
// filed: what a reduction makes of that is what this program measures.
//
// Errors, one macro each, all off by default:
//   BROKEN_START           a client reports that it is ready before it waits for the start:
//                          the start may be given in between, and it waits for ever
//   BROKEN_COUNTER         clients count themselves done without the counter's lock
//   BROKEN_ORDER_ID        order numbers are taken without the district's lock (with -DWAREHOUSES=1)
//   BROKEN_CHECK_THEN_ACT  a delivery looks for a waiting order and takes it in two steps
//                          (with -DWAREHOUSES=1)
//   BROKEN_LOCK_ORDER      payment and delivery take the locks of warehouse and district in
//                          opposite order (with -DWAREHOUSES=1)
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <thread>
#include <vector>

#include "audit.h"
#include "company.h"
#include "config.h"
#include "transaction_manager.h"

namespace jbb {
namespace {

using Clients = std::vector<std::unique_ptr<TransactionManager>>;

Clients make_clients(Company& company) {
  Clients clients;
  for (int id = 0; id < client_count; ++id) {
    clients.push_back(std::make_unique<TransactionManager>(company, id));
  }
  return clients;
}

void run_clients(Company& company, Clients& clients) {
  std::vector<std::thread> threads;
  for (auto& client : clients) threads.emplace_back(&TransactionManager::run, client.get());
  company.await_ready(client_count);
  company.start();
  company.await_done(client_count);
  company.stop();
  company.await_stopped(client_count);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace jbb

int main() {
  jbb::Company company;
  jbb::Clients clients = jbb::make_clients(company);
  jbb::run_clients(company, clients);
  jbb::Audit(company, clients).check();
  return 0;
}
