// Intersections: see ray.h.
// SPDX-License-Identifier: Apache-2.0
#include "ray.h"

namespace raytracer {

void Intersection::clear() {
  distance = 0;
  primitive = nullptr;
  is_entering = false;
}

void Intersection::keep_nearest(const Intersection& candidate) {
  if (!candidate.is_hit()) return;
  if (is_hit() && distance <= candidate.distance) return;
  *this = candidate;
}

}  // namespace raytracer
