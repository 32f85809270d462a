// The sale that is going on at a desk: what was scanned, and what it costs.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "transfer_objects.h"

namespace cocome {

class Sale {
 public:
  void add(const OfferTO& offer);
  void clear();

  long items() const { return items_; }
  Money total() const { return total_; }
  bool is_empty() const { return items_ == 0; }
  SaleTO describe(DeskId desk) const { return {desk, entries_, total_}; }

 private:
  std::vector<SaleEntryTO> entries_;  // one for each product, in the order of scanning
  long items_ = 0;
  Money total_;
};

}  // namespace cocome
