// The camera: where the eye is and which ray passes through which pixel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ray.h"

namespace raytracer {

// A place on the image plane: -1 to 1 in both directions.
struct PlanePoint {
  double right = 0;
  double up = 0;
};

class View {
 public:
  View(const Vec& eye, const Vec& look_at, const Vec& up, double opening_angle);

  Ray ray_through(const PlanePoint& point) const;

 private:
  Vec eye_;
  Vec forward_;
  Vec right_;  // both scaled to half the image plane at distance 1
  Vec up_;
};

}  // namespace raytracer
