// Moves products between the stores of the enterprise when one of them runs out.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "transfer_objects.h"

namespace cocome {

class Store;

class ProductDispatcher {
 public:
  // The stores are made known before they open.
  void add_store(Store* store) { stores_.push_back(store); }

  // Looks for up to `wanted` pieces in the other stores and brings them to this one.
  long request(Store& store, Barcode barcode, long wanted);

 private:
  std::vector<Store*> stores_;
};

}  // namespace cocome
