// What a primitive is made of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vec.h"

namespace raytracer {

struct Surface {
  Vec colour;
  double diffuse = 0;     // share of the light that is scattered
  double specular = 0;    // share of the light that is mirrored
  double shininess = 15;  // exponent of the highlight
  double transparency = 0;  // share of the light that passes through
  double refraction = 1;    // index of what is inside

  // The highlight of a light whose mirrored direction meets the eye at this cosine.
  double highlight(double cosine) const;
};

}  // namespace raytracer
