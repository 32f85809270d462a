// What was delivered when: the basis of the report on how long suppliers take.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "transfer_objects.h"

namespace cocome {

struct DeliveryTO {
  SupplierId supplier;
  Day ordered;
  Day delivered;
};

class DeliveryLog {
 public:
  void add(const DeliveryTO& delivery) { deliveries_.push_back(delivery); }
  void add_all(const DeliveryLog& other);

  // Rounded up; none if the supplier has delivered nothing yet.
  std::optional<Day> mean_days(SupplierId supplier) const;

 private:
  std::vector<DeliveryTO> deliveries_;
};

}  // namespace cocome
