// Surfaces: see surface.h.
// SPDX-License-Identifier: Apache-2.0
#include "surface.h"

#include <cmath>

namespace raytracer {

double Surface::highlight(double cosine) const {
  return cosine > 0 ? specular * std::pow(cosine, shininess) : 0;
}

}  // namespace raytracer
