// A half line, and where along it something was hit.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vec.h"

namespace raytracer {

class Primitive;

struct Ray {
  Vec origin;
  Vec direction;  // of length 1

  Vec at(double distance) const { return combine(origin, distance, direction); }
};

// The nearest hit so far. A renderer keeps one of these and clears it for each ray.
struct Intersection {
  double distance = 0;
  const Primitive* primitive = nullptr;
  bool is_entering = false;

  void clear();
  bool is_hit() const { return primitive != nullptr; }
  // Takes the candidate over if it is nearer than what is known.
  void keep_nearest(const Intersection& candidate);
};

}  // namespace raytracer
