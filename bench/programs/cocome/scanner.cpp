// Reading a code.
//
// SPDX-License-Identifier: Apache-2.0
#include "scanner.h"

namespace cocome {

bool Scanner::scan(Barcode barcode) {
  if (barcode <= 0 || check_digit(barcode / 10) != barcode % 10) {
    ++failures_;
    return false;
  }
  channel_.publish(ProductScannedEvent{barcode});
  return true;
}

}  // namespace cocome
