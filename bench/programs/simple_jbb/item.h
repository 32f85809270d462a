// An article of the catalogue, the same in every warehouse. Never changes after it was made.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "money.h"

namespace jbb {

class Item {
 public:
  Item(int id, std::string name, std::string brand, Money price);

  int id() const { return id_; }
  const std::string& name() const { return name_; }
  const std::string& brand() const { return brand_; }
  Money price() const { return price_; }
  bool is_original() const { return is_original_; }

 private:
  int id_;
  std::string name_;
  std::string brand_;
  Money price_;
  bool is_original_;
};

// The whole catalogue, built once by the company.
class ItemTable {
 public:
  explicit ItemTable(int count);

  // Null if there is no such item.
  const Item* find(int id) const;
  int size() const { return static_cast<int>(items_.size()); }

 private:
  std::vector<Item> items_;
};

}  // namespace jbb
