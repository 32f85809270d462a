// Collisions: see collision.h.
// SPDX-License-Identifier: Apache-2.0
#include "collision.h"

#include <algorithm>

namespace cdx {

Collision::Collision(const Aircraft& one, const Aircraft& other, const Contact& contact)
    : first_(std::min(one, other)), second_(std::max(one, other)), contact_(contact) {}

bool Collision::has_same_aircraft(const Collision& other) const {
  return first_ == other.first_ && second_ == other.second_;
}

std::string Collision::text() const {
  return first_.callsign().text() + " and " + second_.callsign().text();
}

bool CollisionCollector::add(const Collision& collision) {
  if (contains(collision)) return false;
  collisions_.push_back(collision);
  return true;
}

void CollisionCollector::add_contacts_among(const std::vector<const Motion*>& motions,
                                            float radius) {
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const Motion& one = *motions[i];
    const Box reach = one.box().grown(radius);
    for (std::size_t j = i + 1; j < motions.size(); ++j) {
      const Motion& other = *motions[j];
      if (!reach.meets(other.box())) continue;
      if (const auto contact = one.first_contact(other, radius)) {
        add(Collision(one.aircraft(), other.aircraft(), *contact));
      }
    }
  }
}

bool CollisionCollector::has_same_pairs(const CollisionCollector& other) const {
  if (size() != other.size()) return false;
  return std::all_of(collisions_.begin(), collisions_.end(),
                     [&other](const Collision& collision) { return other.contains(collision); });
}

bool CollisionCollector::contains(const Collision& collision) const {
  return std::any_of(collisions_.begin(), collisions_.end(), [&collision](const Collision& known) {
    return known.has_same_aircraft(collision);
  });
}

}  // namespace cdx
