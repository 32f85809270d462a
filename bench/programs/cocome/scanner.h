// The bar code scanner, with its check of the code's last digit.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event_channel.h"

namespace cocome {

class Scanner {
 public:
  explicit Scanner(EventChannel& channel) : channel_(channel) {}

  // False if the code was not read properly; the cashier then tries again.
  bool scan(Barcode barcode);

  long failures() const { return failures_; }

 private:
  EventChannel& channel_;
  long failures_ = 0;
};

// Digits count three times and once in turn, from the right; the sum must be a multiple of ten.
constexpr long check_digit(long number) {
  long sum = 0;
  for (long weight = 3; number > 0; number /= 10, weight = 4 - weight)
    sum += weight * (number % 10);
  return (10 - sum % 10) % 10;
}

// The code with a last digit added that makes it pass the scanner's check.
constexpr Barcode with_check_digit(long number) { return 10 * number + check_digit(number); }

}  // namespace cocome
