// Spheres: see sphere.h.
// SPDX-License-Identifier: Apache-2.0
#include "sphere.h"

#include <cmath>

namespace raytracer {
namespace {

// A hit nearer than this is the surface the ray starts from.
constexpr double too_near = 1e-6;

}  // namespace

Sphere::Sphere(const Vec& centre, double radius, const Surface& surface)
    : Primitive(surface), centre_(centre), radius_(radius), radius_squared_(radius * radius) {}

Intersection Sphere::intersect(const Ray& ray) const {
  const Vec to_centre = centre_ - ray.origin;
  const double along = dot(to_centre, ray.direction);
  const double discriminant = along * along - to_centre.length_squared() + radius_squared_;
  if (discriminant < 0) return {};
  const double half_chord = std::sqrt(discriminant);
  const bool is_outside = to_centre.length_squared() > radius_squared_ + too_near;
  const double distance = is_outside ? along - half_chord : along + half_chord;
  if (distance < too_near) return {};
  return {distance, this, is_outside};
}

Vec Sphere::normal_at(const Vec& point) const { return (1 / radius_) * (point - centre_); }

}  // namespace raytracer
