// Vectors in the plane: the grid of voxels has no height.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace cdx {

struct Vector2 {
  float x = 0;
  float y = 0;

  bool operator==(const Vector2&) const = default;
};

Vector2 operator+(const Vector2& a, const Vector2& b);
Vector2 operator-(const Vector2& a, const Vector2& b);
Vector2 operator*(float factor, const Vector2& a);
float dot(const Vector2& a, const Vector2& b);

}  // namespace cdx
