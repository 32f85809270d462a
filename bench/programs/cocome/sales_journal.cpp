// Sums over the journal.
//
// SPDX-License-Identifier: Apache-2.0
#include "sales_journal.h"

namespace cocome {

long SalesJournal::items() const {
  long items = 0;
  for (const SaleSuccessEvent& sale : sales_) items += sale.items;
  return items;
}

Money SalesJournal::turnover() const {
  return turnover(PaymentMode::CASH) + turnover(PaymentMode::CARD);
}

Money SalesJournal::turnover(PaymentMode mode) const {
  Money sum;
  for (const SaleSuccessEvent& sale : sales_)
    if (sale.mode == mode) sum += sale.total;
  return sum;
}

}  // namespace cocome
