// Planes: see plane.h.
// SPDX-License-Identifier: Apache-2.0
#include "plane.h"

#include <cmath>

namespace raytracer {
namespace {

constexpr double too_near = 1e-6;
// A ray at a smaller angle than this is taken to be parallel.
constexpr double parallel = 1e-9;

}  // namespace

Plane::Plane(const Vec& normal, double offset, const Surface& surface)
    : Primitive(surface), normal_(normal), offset_(offset) {}

Intersection Plane::intersect(const Ray& ray) const {
  const double slope = dot(ray.direction, normal_);
  if (std::fabs(slope) < parallel) return {};
  const double distance = (offset_ - dot(ray.origin, normal_)) / slope;
  if (distance < too_near) return {};
  return {distance, this, slope < 0};
}

Vec Plane::normal_at(const Vec&) const { return normal_; }

}  // namespace raytracer
