// What the inventory hands out: objects whose members are set once, before anyone else sees them.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "money.h"

namespace cocome {

using Barcode = long;
using SupplierId = long;
using StoreId = long;
using OrderId = long;
using DeskId = long;
using Day = long;

struct SupplierTO {
  SupplierTO(SupplierId id, std::string name) : id(id), name(std::move(name)) {}

  const SupplierId id;
  const std::string name;
};

struct ProductTO {
  ProductTO(Barcode barcode, std::string name, Money purchase_price, const SupplierTO& supplier)
      : barcode(barcode),
        name(std::move(name)),
        purchase_price(purchase_price),
        supplier(supplier) {}

  const Barcode barcode;
  const std::string name;
  const Money purchase_price;
  const SupplierTO& supplier;
};

// The price at which a store sells a product; a new price is a new object.
struct OfferTO {
  OfferTO(const ProductTO& product, Money sales_price)
      : product(product), sales_price(sales_price) {}

  const ProductTO& product;
  const Money sales_price;
};

// What the shelf of one product looked like at some moment.
struct StockItemTO {
  Barcode barcode = 0;
  long amount = 0;
  long min_stock = 0;
  long max_stock = 0;
  long incoming = 0;
};

struct StoreTO {
  StoreTO(StoreId id, std::string name, std::string location)
      : id(id), name(std::move(name)), location(std::move(location)) {}

  const StoreId id;
  const std::string name;
  const std::string location;
};

// One product of a sale. Refers to the catalogue, which outlives all sales.
struct SaleEntryTO {
  const OfferTO* offer;
  long amount;
};

struct SaleTO {
  DeskId desk;
  std::vector<SaleEntryTO> entries;
  Money total;

  long items() const {
    long items = 0;
    for (const SaleEntryTO& entry : entries) items += entry.amount;
    return items;
  }
};

struct OrderEntryTO {
  Barcode barcode;
  long amount;
};

struct OrderTO {
  OrderId id;
  SupplierId supplier;
  Day ordered;
  std::vector<OrderEntryTO> entries;
};

}  // namespace cocome
