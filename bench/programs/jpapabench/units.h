// Angles, limits and the raw units of the on-board electronics.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace papabench {

inline constexpr double pi = 3.14159265358979323846;

constexpr double to_radians(double degrees) { return degrees * pi / 180; }
constexpr double to_degrees(double radians) { return radians * 180 / pi; }

// The same direction, from -pi to pi.
double normalize_angle(double radians);
double limit(double value, double lowest, double highest);
// Symmetric: from -bound to bound.
double limit(double value, double bound);

// Commands between the two computers are whole numbers in this range.
inline constexpr int max_command = 9600;
inline constexpr int min_command = -max_command;
int to_command(double value);
// Throttle has no negative side.
int to_throttle(double value);

}  // namespace papabench
