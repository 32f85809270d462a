// Vectors in space: see vector3.h.
// SPDX-License-Identifier: Apache-2.0
#include "vector3.h"

#include <cmath>

namespace cdx {

float Vector3::length_squared() const { return dot(*this, *this); }

float Vector3::length() const { return std::sqrt(length_squared()); }

Vector3 Vector3::normalized() const {
  const float size = length();
  return size > 0 ? (1 / size) * *this : *this;
}

Vector3 operator+(const Vector3& a, const Vector3& b) {
  return {a.x() + b.x(), a.y() + b.y(), a.z() + b.z()};
}

Vector3 operator-(const Vector3& a, const Vector3& b) {
  return {a.x() - b.x(), a.y() - b.y(), a.z() - b.z()};
}

Vector3 operator*(float factor, const Vector3& a) {
  return {factor * a.x(), factor * a.y(), factor * a.z()};
}

float dot(const Vector3& a, const Vector3& b) {
  return a.x() * b.x() + a.y() * b.y() + a.z() * b.z();
}

float distance(const Vector3& a, const Vector3& b) { return (a - b).length(); }

Vector3 between(const Vector3& a, const Vector3& b, float share) { return a + share * (b - a); }

}  // namespace cdx
