// Building and wiring the system, all of it before the first client comes.
//
// SPDX-License-Identifier: Apache-2.0
#include "trading_system.h"

#include "stock_manager.h"

namespace cocome {

namespace {

constexpr CardNumber kFirstCard = 4000;
constexpr int kFirstPin = 1234;
constexpr long kMarkup = 2;  // sales prices are twice the purchase prices
constexpr long kMaxStock = 40;
constexpr Barcode kSpecialOffer = with_check_digit(202);
constexpr Money kSpecialPrice = Money::cents(399);

}  // namespace

Card card_of(int index) {
#ifdef SHARED_CARD
  index = 0;
#endif
  return {kFirstCard + index, kFirstPin + index};
}

TradingSystem::TradingSystem(const TradingSystemSize& size) : size_(size) {
  fill_catalogue();
  open_stores();
  open_accounts();
  line_.build(size_.desks, store_list_, bank_);
}

void TradingSystem::fill_catalogue() {
  catalogue_.add_supplier(1, "dairy");
  catalogue_.add_supplier(2, "bakery");
  catalogue_.add_product(with_check_digit(101), "milk", Money::cents(45), 1);
  catalogue_.add_product(with_check_digit(102), "butter", Money::cents(90), 1);
  catalogue_.add_product(with_check_digit(201), "bread", Money::cents(110), 2);
  catalogue_.add_product(with_check_digit(202), "cake", Money::cents(250), 2);
}

void TradingSystem::open_stores() {
  for (int i = 0; i < size_.stores; ++i) {
    auto store = std::make_unique<Store>(i + 1, "store " + std::to_string(i + 1), "main road");
    store->bind_dispatcher(&dispatcher_);
    for (const Barcode barcode : catalogue_.barcodes()) {
      const ProductTO& product = *catalogue_.find(barcode);
      store->sell(product, product.purchase_price * kMarkup, size_.min_stock, kMaxStock);
    }
    store->change_price(kSpecialOffer, kSpecialPrice);
    StockManager manager(catalogue_, *store);
    manager.take_delivery(manager.order_everything(size_.delivered));
    dispatcher_.add_store(store.get());
    store_list_.push_back(store.get());
    stores_.push_back(std::move(store));
  }
}

void TradingSystem::open_accounts() {
  for (int i = 0; i < size_.desks; ++i) {
    const Card card = card_of(i);
    bank_.open_account(card.number, card.pin, size_.balance);
  }
}

}  // namespace cocome
