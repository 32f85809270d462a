// Vectors in space. Positions of aircraft are objects of this type that never change after they were
// made: a new position is a new object.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vector2.h"

namespace cdx {

class Vector3 {
 public:
  Vector3() = default;
  Vector3(float x, float y, float z) : x_(x), y_(y), z_(z) {}

  float x() const { return x_; }
  float y() const { return y_; }
  float z() const { return z_; }
  // Seen from above.
  Vector2 flat() const { return {x_, y_}; }

  float length() const;
  float length_squared() const;
  // Itself, if it is too short to have a direction.
  Vector3 normalized() const;

  bool operator==(const Vector3&) const = default;

 private:
  float x_ = 0;
  float y_ = 0;
  float z_ = 0;
};

Vector3 operator+(const Vector3& a, const Vector3& b);
Vector3 operator-(const Vector3& a, const Vector3& b);
Vector3 operator*(float factor, const Vector3& a);
float dot(const Vector3& a, const Vector3& b);
float distance(const Vector3& a, const Vector3& b);
// A point on the way from a (share 0) to b (share 1).
Vector3 between(const Vector3& a, const Vector3& b, float share);

}  // namespace cdx
