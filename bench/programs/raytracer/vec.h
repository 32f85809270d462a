// Vectors of three numbers, for points, directions and colours alike.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace raytracer {

struct Vec {
  double x = 0;
  double y = 0;
  double z = 0;

  double length() const;
  double length_squared() const;
  // A vector too short to have a direction stays as it is.
  Vec normalized() const;
};

Vec operator+(const Vec& a, const Vec& b);
Vec operator-(const Vec& a, const Vec& b);
Vec operator-(const Vec& a);
Vec operator*(double factor, const Vec& a);
double dot(const Vec& a, const Vec& b);
Vec cross(const Vec& a, const Vec& b);
// a + factor * b: the one combination that every part of the renderer needs.
Vec combine(const Vec& a, double factor, const Vec& b);
// The direction after being thrown back by a surface with this normal.
Vec mirror(const Vec& direction, const Vec& normal);
// The direction after entering a medium in which light is `ratio` times as fast; all zero if it cannot
// enter at this angle.
Vec refract(const Vec& direction, const Vec& normal, double ratio);
// Colours filter each other component by component.
Vec filter(const Vec& colour, const Vec& by);

}  // namespace raytracer
