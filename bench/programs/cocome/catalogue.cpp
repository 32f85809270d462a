// Look-ups in the catalogue.
//
// SPDX-License-Identifier: Apache-2.0
#include "catalogue.h"

#include <stdexcept>

namespace cocome {

const SupplierTO& Catalogue::add_supplier(SupplierId id, const std::string& name) {
  auto [place, added] = suppliers_.emplace(id, std::make_unique<SupplierTO>(id, name));
  if (!added) throw std::invalid_argument("a supplier of this number exists");
  return *place->second;
}

const ProductTO& Catalogue::add_product(Barcode barcode, const std::string& name,
                                        Money purchase_price, SupplierId supplier) {
  auto product =
      std::make_unique<ProductTO>(barcode, name, purchase_price, *suppliers_.at(supplier));
  auto [place, added] = products_.emplace(barcode, std::move(product));
  if (!added) throw std::invalid_argument("a product of this barcode exists");
  return *place->second;
}

const ProductTO* Catalogue::find(Barcode barcode) const {
  const auto found = products_.find(barcode);
  return found == products_.end() ? nullptr : found->second.get();
}

std::vector<Barcode> Catalogue::barcodes() const {
  std::vector<Barcode> barcodes;
  for (const auto& [barcode, product] : products_) barcodes.push_back(barcode);
  return barcodes;
}

std::vector<const ProductTO*> Catalogue::products_of(SupplierId supplier) const {
  std::vector<const ProductTO*> products;
  for (const auto& [barcode, product] : products_)
    if (product->supplier.id == supplier) products.push_back(product.get());
  return products;
}

std::vector<SupplierId> Catalogue::suppliers() const {
  std::vector<SupplierId> ids;
  for (const auto& [id, supplier] : suppliers_) ids.push_back(id);
  return ids;
}

}  // namespace cocome
