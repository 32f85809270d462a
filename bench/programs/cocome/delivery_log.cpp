// The mean over a supplier's deliveries.
//
// SPDX-License-Identifier: Apache-2.0
#include "delivery_log.h"

namespace cocome {

void DeliveryLog::add_all(const DeliveryLog& other) {
  deliveries_.insert(deliveries_.end(), other.deliveries_.begin(), other.deliveries_.end());
}

std::optional<Day> DeliveryLog::mean_days(SupplierId supplier) const {
  long days = 0, count = 0;
  for (const DeliveryTO& delivery : deliveries_) {
    if (delivery.supplier != supplier) continue;
    days += delivery.delivered - delivery.ordered;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return (days + count - 1) / count;
}

}  // namespace cocome
