// Collisions, and how they are collected: each pair of aircraft once per frame, however often found.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "aircraft.h"
#include "motion.h"

namespace cdx {

// Never changes after it was made; the first aircraft is the one with the smaller callsign.
class Collision {
 public:
  Collision(const Aircraft& one, const Aircraft& other, const Contact& contact);

  const Aircraft& first() const { return first_; }
  const Aircraft& second() const { return second_; }
  const Contact& contact() const { return contact_; }
  bool has_same_aircraft(const Collision& other) const;
  std::string text() const;

 private:
  Aircraft first_;
  Aircraft second_;
  Contact contact_;
};

class CollisionCollector {
 public:
  // False if the pair was known already.
  bool add(const Collision& collision);
  // Compares every two of the motions.
  void add_contacts_among(const std::vector<const Motion*>& motions, float radius);

  const std::vector<Collision>& collisions() const { return collisions_; }
  int size() const { return static_cast<int>(collisions_.size()); }
  // The same pairs, in whatever order.
  bool has_same_pairs(const CollisionCollector& other) const;

 private:
  bool contains(const Collision& collision) const;

  std::vector<Collision> collisions_;
};

}  // namespace cdx
