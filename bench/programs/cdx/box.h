// Boxes parallel to the axes: a quick answer to "these two cannot meet".
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vector3.h"

namespace cdx {

class Box {
 public:
  // The smallest box around two points.
  Box(const Vector3& a, const Vector3& b);

  const Vector3& low() const { return low_; }
  const Vector3& high() const { return high_; }
  Vector3 size() const { return high_ - low_; }
  bool contains(const Vector3& point) const;
  // Touching counts.
  bool meets(const Box& other) const;
  // The same box with a margin on every side.
  Box grown(float margin) const;
  // The smallest box around both.
  Box joined(const Box& other) const;

 private:
  Vector3 low_;
  Vector3 high_;
};

}  // namespace cdx
