// Boxes: see box.h.
// SPDX-License-Identifier: Apache-2.0
#include "box.h"

#include <algorithm>

namespace cdx {
namespace {

Vector3 lowest(const Vector3& a, const Vector3& b) {
  return {std::min(a.x(), b.x()), std::min(a.y(), b.y()), std::min(a.z(), b.z())};
}

Vector3 highest(const Vector3& a, const Vector3& b) {
  return {std::max(a.x(), b.x()), std::max(a.y(), b.y()), std::max(a.z(), b.z())};
}

// Every coordinate of a is at most that of b.
bool is_below(const Vector3& a, const Vector3& b) {
  return a.x() <= b.x() && a.y() <= b.y() && a.z() <= b.z();
}

}  // namespace

Box::Box(const Vector3& a, const Vector3& b) : low_(lowest(a, b)), high_(highest(a, b)) {}

bool Box::contains(const Vector3& point) const {
  return is_below(low_, point) && is_below(point, high_);
}

bool Box::meets(const Box& other) const {
  return is_below(low_, other.high_) && is_below(other.low_, high_);
}

Box Box::grown(float margin) const {
  const Vector3 sides(margin, margin, margin);
  return Box(low_ - sides, high_ + sides);
}

Box Box::joined(const Box& other) const {
  return Box(lowest(low_, other.low_), highest(high_, other.high_));
}

}  // namespace cdx
