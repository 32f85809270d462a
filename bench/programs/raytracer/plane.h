// An endless plane: the floor of the scenes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive.h"

namespace raytracer {

class Plane final : public Primitive {
 public:
  // All points p with dot(p, normal) == offset; the normal has length 1.
  Plane(const Vec& normal, double offset, const Surface& surface);

  Intersection intersect(const Ray& ray) const override;
  Vec normal_at(const Vec& point) const override;

 private:
  Vec normal_;
  double offset_;
};

}  // namespace raytracer
