// CoCoME: a trading system with an inventory and a line of cash desks, and a client at each desk.
//
// The shape is that of the program in [ParizekLhotak-SCP]: each desk and its sale belong to one thread;
// only the store, the coordinator and the bank are shared, and each has its lock. The errors:
//   BROKEN_STOCK_UNLOCKED   a sale is booked without the store's lock: a data race
//   BROKEN_STOCK_TWO_STEPS  the amount on a shelf is read and written in two steps: a lost update
//   BROKEN_COORDINATOR      a sale is registered without the coordinator's lock: a data race
//   BROKEN_EXPRESS_EVENT    the coordinator switches another thread's desk to express mode itself,
//                           instead of being asked: a data race (SALES=2)
//   BROKEN_BANK_TWO_STEPS   the balance is read and written in two steps: a lost debit when two
//                           clients have the same card (SHARED_CARD, FIRST_PAYMENT=CARD)
//   BROKEN_EXCHANGE_LOCKED  a store keeps its lock while it asks the other one for what it lacks: a
//                           deadlock (STORES=2, DELIVERED=2)
// SPDX-License-Identifier: Apache-2.0
#include <list>
#include <thread>
#include <vector>

#include "client.h"
#include "closing.h"
#include "parameters.h"
#include "trading_system.h"

namespace cocome {

namespace {

// Every client buys the first product; what else differs from client to client.
ShoppingList shopping_list(const Catalogue& catalogue, int client) {
  const std::vector<Barcode> barcodes = catalogue.barcodes();
  std::vector<Barcode> products{barcodes[0]};
  for (int i = 1; i < kProductsPerSale; ++i)
    products.push_back(barcodes[1 + std::size_t(client + i - 1) % (barcodes.size() - 1)]);
  const PaymentMode mode = client == 0 ? PaymentMode::FIRST_PAYMENT : PaymentMode::OTHER_PAYMENT;
  return {products, mode, card_of(client)};
}

void run() {
  TradingSystem system({kStores, kDesks, kDelivered, kMinStock, Money::cents(kBalance)});
  std::list<Client> clients;
  for (int i = 0; i < kDesks; ++i)
    clients.emplace_back(system.line().desk(i), shopping_list(system.catalogue(), i), kSales);
  std::vector<std::thread> threads;
  for (Client& client : clients) threads.emplace_back([&client] { client.run(); });
  for (std::thread& thread : threads) thread.join();
  const Closing closing(system, clients);
  closing.check(kSales);
  closing.restock();
}

}  // namespace

}  // namespace cocome

int main() { cocome::run(); }
