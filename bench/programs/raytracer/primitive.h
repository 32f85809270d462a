// Things a ray can hit.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ray.h"
#include "surface.h"

namespace raytracer {

class Primitive {
 public:
  explicit Primitive(const Surface& surface) : surface_(surface) {}
  virtual ~Primitive() = default;
  Primitive(const Primitive&) = delete;
  Primitive& operator=(const Primitive&) = delete;

  // An empty intersection if the ray misses.
  virtual Intersection intersect(const Ray& ray) const = 0;
  // Points away from the inside.
  virtual Vec normal_at(const Vec& point) const = 0;

  const Surface& surface() const { return surface_; }

 private:
  Surface surface_;
};

}  // namespace raytracer
