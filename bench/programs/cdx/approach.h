// The closest approach of two moving aircraft, by search instead of by formula.
//
// An independent answer to the question that Motion::first_contact solves with a quadratic equation:
// what the detector found is checked against it after the run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vector3.h"

namespace cdx {

// One aircraft between two frames.
struct Leg {
  Vector3 from;
  Vector3 to;

  Vector3 at(float time) const { return between(from, to, time); }
};

struct Approach {
  float time = 0;
  float distance = 0;
};

// The distance of two straight motions is a convex function of time, so a ternary search finds its
// least value.
Approach closest_approach(const Leg& one, const Leg& other);

}  // namespace cdx
