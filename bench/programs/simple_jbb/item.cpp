// Items: see item.h.
// SPDX-License-Identifier: Apache-2.0
#include "item.h"

#include <utility>

namespace jbb {
namespace {

constexpr const char* original_brand = "original";

std::string brand_of(int id) {
  return id % 3 == 0 ? original_brand : "brand " + std::to_string(id);
}

}  // namespace

Item::Item(int id, std::string name, std::string brand, Money price)
    : id_(id),
      name_(std::move(name)),
      brand_(std::move(brand)),
      price_(price),
      is_original_(brand_ == original_brand) {}

ItemTable::ItemTable(int count) {
  items_.reserve(count);
  for (int id = 0; id < count; ++id) {
    items_.emplace_back(id, "item " + std::to_string(id), brand_of(id), Money{250 + 175L * id});
  }
}

const Item* ItemTable::find(int id) const { return id >= 0 && id < size() ? &items_[id] : nullptr; }

}  // namespace jbb
