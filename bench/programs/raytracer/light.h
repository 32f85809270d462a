// A point light.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vec.h"

namespace raytracer {

struct Light {
  Vec position;
  double brightness = 1;
};

}  // namespace raytracer
