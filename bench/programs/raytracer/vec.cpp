// Vector arithmetic: see vec.h.
// SPDX-License-Identifier: Apache-2.0
#include "vec.h"

#include <cmath>

namespace raytracer {

double Vec::length_squared() const { return dot(*this, *this); }

double Vec::length() const { return std::sqrt(length_squared()); }

Vec Vec::normalized() const {
  const double size = length();
  return size > 0 ? (1 / size) * *this : *this;
}

Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

Vec operator-(const Vec& a) { return {-a.x, -a.y, -a.z}; }

Vec operator*(double factor, const Vec& a) { return {factor * a.x, factor * a.y, factor * a.z}; }

double dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

Vec cross(const Vec& a, const Vec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Vec combine(const Vec& a, double factor, const Vec& b) { return a + factor * b; }

Vec mirror(const Vec& direction, const Vec& normal) {
  return combine(direction, -2 * dot(direction, normal), normal);
}

Vec refract(const Vec& direction, const Vec& normal, double ratio) {
  const double cosine = -dot(direction, normal);
  const double rest = 1 - ratio * ratio * (1 - cosine * cosine);
  if (rest < 0) return {};
  return combine(ratio * direction, ratio * cosine - std::sqrt(rest), normal);
}

Vec filter(const Vec& colour, const Vec& by) {
  return {colour.x * by.x, colour.y * by.y, colour.z * by.z};
}

}  // namespace raytracer
