// The dispatcher takes from each store in turn what it can spare, until there is enough.
//
// SPDX-License-Identifier: Apache-2.0
#include "product_dispatcher.h"

#include "store.h"

namespace cocome {

long ProductDispatcher::request(Store& store, Barcode barcode, long wanted) {
  long brought = 0;
  for (Store* other : stores_) {
    if (other == &store || brought == wanted) continue;
    brought += other->give_surplus(barcode, wanted - brought);
  }
  if (brought > 0) store.accept_transfer(barcode, brought);
  return brought;
}

}  // namespace cocome
