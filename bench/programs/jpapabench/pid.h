// A controller with proportional and integral part, whose sum is bounded.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace papabench {

class PiController {
 public:
  PiController(double proportional_gain, double integral_gain, double max_sum);

  // One step with this error.
  double update(double error);
  void reset() { sum_ = 0; }
  double sum() const { return sum_; }

 private:
  const double proportional_gain_;
  const double integral_gain_;
  const double max_sum_;
  double sum_ = 0;
};

}  // namespace papabench
