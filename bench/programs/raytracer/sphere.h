// A sphere, shiny or of glass.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive.h"

namespace raytracer {

class Sphere final : public Primitive {
 public:
  Sphere(const Vec& centre, double radius, const Surface& surface);

  Intersection intersect(const Ray& ray) const override;
  Vec normal_at(const Vec& point) const override;

 private:
  Vec centre_;
  double radius_;
  double radius_squared_;
};

}  // namespace raytracer
