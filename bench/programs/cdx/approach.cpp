// The closest approach: see approach.h.
// SPDX-License-Identifier: Apache-2.0
#include "approach.h"

namespace cdx {
namespace {

// Each round leaves two thirds of the interval; this many leave less than a thousandth.
constexpr int rounds = 20;

float distance_at(const Leg& one, const Leg& other, float time) {
  return distance(one.at(time), other.at(time));
}

}  // namespace

Approach closest_approach(const Leg& one, const Leg& other) {
  float low = 0;
  float high = 1;
  for (int i = 0; i < rounds; ++i) {
    const float third = (high - low) / 3;
    if (distance_at(one, other, low + third) <= distance_at(one, other, high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  const float time = (low + high) / 2;
  return {time, distance_at(one, other, time)};
}

}  // namespace cdx
