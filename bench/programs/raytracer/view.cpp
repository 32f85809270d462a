// The camera: see view.h.
// SPDX-License-Identifier: Apache-2.0
#include "view.h"

#include <cmath>

namespace raytracer {

View::View(const Vec& eye, const Vec& look_at, const Vec& up, double opening_angle) : eye_(eye) {
  const double half_size = std::tan(opening_angle / 2);
  forward_ = (look_at - eye).normalized();
  right_ = half_size * cross(forward_, up).normalized();
  up_ = half_size * cross(right_, forward_).normalized();
}

Ray View::ray_through(const PlanePoint& point) const {
  const Vec sideways = combine(point.right * right_, point.up, up_);
  return {eye_, (forward_ + sideways).normalized()};
}

}  // namespace raytracer
