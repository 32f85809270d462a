// The enterprise's suppliers and products. Filled before the stores open, then only read.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "transfer_objects.h"

namespace cocome {

class Catalogue {
 public:
  const SupplierTO& add_supplier(SupplierId id, const std::string& name);
  const ProductTO& add_product(Barcode barcode, const std::string& name, Money purchase_price,
                               SupplierId supplier);

  // Null if there is none.
  const ProductTO* find(Barcode barcode) const;
  std::vector<Barcode> barcodes() const;
  std::vector<const ProductTO*> products_of(SupplierId supplier) const;
  std::vector<SupplierId> suppliers() const;

 private:
  std::map<SupplierId, std::unique_ptr<const SupplierTO>> suppliers_;
  std::map<Barcode, std::unique_ptr<const ProductTO>> products_;
};

}  // namespace cocome
