// Adding to the running sale.
//
// SPDX-License-Identifier: Apache-2.0
#include "sale.h"

namespace cocome {

void Sale::add(const OfferTO& offer) {
  ++items_;
  total_ += offer.sales_price;
  for (SaleEntryTO& entry : entries_) {
    if (entry.offer != &offer) continue;
    ++entry.amount;
    return;
  }
  entries_.push_back({&offer, 1});
}

void Sale::clear() {
  entries_.clear();
  items_ = 0;
  total_ = Money();
}

}  // namespace cocome
