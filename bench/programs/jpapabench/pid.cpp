// Controllers: see pid.h.
// SPDX-License-Identifier: Apache-2.0
#include "pid.h"

#include "units.h"

namespace papabench {

PiController::PiController(double proportional_gain, double integral_gain, double max_sum)
    : proportional_gain_(proportional_gain), integral_gain_(integral_gain), max_sum_(max_sum) {}

double PiController::update(double error) {
  sum_ = limit(sum_ + error, max_sum_);
  return proportional_gain_ * (error + integral_gain_ * sum_);
}

}  // namespace papabench
