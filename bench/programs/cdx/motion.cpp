// Motions: see motion.h.
// SPDX-License-Identifier: Apache-2.0
#include "motion.h"

#include <cmath>

namespace cdx {
namespace {

// Below this, two aircraft are taken to fly in parallel.
constexpr float no_speed = 1e-9f;

}  // namespace

std::optional<Contact> Motion::first_contact(const Motion& other, float radius) const {
  // Seen from the other aircraft this one starts at `offset` and flies `speed`; they are within
  // the radius where |offset + t * speed|^2 <= radius^2, a quadratic inequality in t.
  const Vector3 offset = from() - other.from();
  const Vector3 speed = displacement() - other.displacement();
  const float excess = offset.length_squared() - radius * radius;
  if (excess <= 0) return contact_at(other, 0);
  const float a = speed.length_squared();
  if (a < no_speed) return std::nullopt;
  const float half_b = dot(offset, speed);
  const float discriminant = half_b * half_b - a * excess;
  if (discriminant < 0) return std::nullopt;
  // They start apart, so the smaller root is the one at which they come near.
  const float time = (-half_b - std::sqrt(discriminant)) / a;
  if (time < 0 || time > 1) return std::nullopt;
  return contact_at(other, time);
}

Contact Motion::contact_at(const Motion& other, float time) const {
  return {time, between(position_at(time), other.position_at(time), 0.5f)};
}

}  // namespace cdx
