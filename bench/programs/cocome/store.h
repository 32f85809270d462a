// The inventory of one store: what it sells at which price, how much it has, what it has ordered.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "delivery_log.h"
#include "stock_item.h"
#include "transfer_objects.h"

namespace cocome {

class ProductDispatcher;

class Store {
 public:
  Store(StoreId id, const std::string& name, const std::string& location)
      : description_(id, name, location) {}

  void bind_dispatcher(ProductDispatcher* dispatcher) { dispatcher_ = dispatcher; }
  void sell(const ProductTO& product, Money sales_price, long min_stock, long max_stock);

  const StoreTO& description() const { return description_; }

  // Used by the cash desks. The offer stays valid as long as the store exists.
  const OfferTO* offer_of(Barcode barcode);
  void book_sale(const SaleTO& sale);

  // Used by the stock manager.
  void change_price(Barcode barcode, Money sales_price);
  std::optional<StockItemTO> stock_item(Barcode barcode);
  std::vector<StockItemTO> stock_items();
  std::vector<StockItemTO> items_low_on_stock();
  OrderId order(SupplierId supplier, const std::vector<OrderEntryTO>& entries);
  bool roll_in_received_order(OrderId order);
  std::vector<OrderTO> open_orders();
  void begin_day(Day day);
  DeliveryLog deliveries();

  // Used by the dispatcher: gives at most `wanted` pieces to another store, and takes some.
  long give_surplus(Barcode barcode, long wanted);
  void accept_transfer(Barcode barcode, long amount);

 private:
  struct Shortage {
    Barcode barcode;
    long wanted;
  };

  std::vector<Shortage> take_from_shelves(const SaleTO& sale);
  void ask_other_stores(const std::vector<Shortage>& shortages);
  StockItem* find(Barcode barcode);

  const StoreTO description_;
  ProductDispatcher* dispatcher_ = nullptr;

  std::recursive_mutex mutex_;
  std::map<Barcode, StockItem> shelves_;
  std::map<OrderId, OrderTO> open_orders_;
  DeliveryLog deliveries_;
  OrderId last_order_ = 0;
  Day today_ = 0;
};

}  // namespace cocome
