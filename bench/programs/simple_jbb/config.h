// Sizes of the Simple JBB benchmark.
//
// Every number can be changed with -D. The papers do not give theirs; their count of choices under
// dynamic reduction says that the clients hardly meet, hence one warehouse per client by default.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef CLIENTS
#define CLIENTS 2
#endif
#ifndef WAREHOUSES
#define WAREHOUSES CLIENTS
#endif
#ifndef DISTRICTS
#define DISTRICTS 1
#endif
#ifndef CUSTOMERS
#define CUSTOMERS 2
#endif
#ifndef ITEMS
#define ITEMS 3
#endif
#ifndef TRANSACTIONS
#define TRANSACTIONS 2
#endif
#ifndef ORDER_LINES
#define ORDER_LINES 1
#endif

namespace jbb {

inline constexpr int client_count = CLIENTS;
inline constexpr int warehouse_count = WAREHOUSES;
inline constexpr int districts_per_warehouse = DISTRICTS;
inline constexpr int customers_per_district = CUSTOMERS;
inline constexpr int item_count = ITEMS;
inline constexpr int transactions_per_client = TRANSACTIONS;
inline constexpr int lines_per_order = ORDER_LINES;
inline constexpr int initial_stock = 40;

}  // namespace jbb
