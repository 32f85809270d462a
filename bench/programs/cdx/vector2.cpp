// Vectors in the plane: see vector2.h.
// SPDX-License-Identifier: Apache-2.0
#include "vector2.h"

namespace cdx {

Vector2 operator+(const Vector2& a, const Vector2& b) { return {a.x + b.x, a.y + b.y}; }

Vector2 operator-(const Vector2& a, const Vector2& b) { return {a.x - b.x, a.y - b.y}; }

Vector2 operator*(float factor, const Vector2& a) { return {factor * a.x, factor * a.y}; }

float dot(const Vector2& a, const Vector2& b) { return a.x * b.x + a.y * b.y; }

}  // namespace cdx
