// PlaceNames: what pieces of abstract objects are called in the program's own words.
//
// Heap blocks have no names: a member of one is told by its type, Account.balance, whichever account it is.
// Array elements are told together: accounts[].balance.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "analysis/points_to.h"

namespace heddle {

struct PlaceName {
  std::string text;
  bool library = false;  // memory that a library manages
  bool hidden = false;  // the compiler's own
  bool is_guess = false;  // no type was known
};

class PlaceNames {
 public:
  PlaceNames(const Program& program, const PointsTo& points_to);

  // `access` is the instruction: its code may know the member's name.
  PlaceName name(ObjectId object, int64_t offset, uint64_t size, Point access) const;
  std::string place(Point point) const;  // "pool.cpp:13"

 private:
  void descend(TypeIndex type, uint64_t offset, uint64_t size, PlaceName& name) const;
  bool has_data(TypeIndex type) const;
  bool is_users_record(TypeIndex type) const;
  PlaceName name_in_block(ObjectId object, uint64_t offset, uint64_t size, Point access) const;
  PlaceName name_in_record(TypeIndex type, uint64_t offset, uint64_t size) const;
  PlaceName name_of_element(TypeIndex container, uint64_t offset, uint64_t size) const;
  PlaceName name_of_local(Point alloca_point, uint64_t offset, uint64_t size) const;

  const Program& program_;
  const PointsTo& points_to_;
  std::map<ObjectId, TypeIndex> used_as_;  // blocks, by the structure that accesses take them for
};

}  // namespace heddle
