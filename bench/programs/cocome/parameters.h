// CoCoME: the parameters, each of which -D can change; the defaults are those of the paper.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Cash desks; each is used by one client, which has a thread of its own.
#ifndef DESKS
#define DESKS 2
#endif
// Stores of the enterprise; desk i stands in store i modulo STORES.
#ifndef STORES
#define STORES 1
#endif
// Sales that each client makes, and products in each: at most as many as the catalogue has.
#ifndef SALES
#define SALES 1
#endif
#ifndef PRODUCTS_PER_SALE
#define PRODUCTS_PER_SALE 2
#endif
// How the first and all other clients pay: CASH or CARD.
#ifndef FIRST_PAYMENT
#define FIRST_PAYMENT CASH
#endif
#ifndef OTHER_PAYMENT
#define OTHER_PAYMENT CARD
#endif
// Pieces of each product that are delivered before the shop opens, and the number below which a
// store asks the others.
#ifndef DELIVERED
#define DELIVERED 10
#endif
#ifndef MIN_STOCK
#define MIN_STOCK 2
#endif
// Cents on each account of the bank. With SHARED_CARD all clients have the same one.
#ifndef BALANCE
#define BALANCE 5000
#endif

namespace cocome {

constexpr int kDesks = DESKS;
constexpr int kStores = STORES;
constexpr int kSales = SALES;
constexpr int kProductsPerSale = PRODUCTS_PER_SALE;
constexpr long kDelivered = DELIVERED;
constexpr long kMinStock = MIN_STOCK;
constexpr long kBalance = BALANCE;

}  // namespace cocome
