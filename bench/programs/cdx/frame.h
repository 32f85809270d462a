// A radar frame: the callsigns and positions of all aircraft at one moment, as flat arrays.
//
// Frames live in the ring buffer for ever and are filled again and again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "callsign.h"
#include "config.h"
#include "vector3.h"

namespace cdx {

class Frame {
 public:
  void clear() { plane_count_ = 0; }
  void add_plane(const Callsign& callsign, const Vector3& position);
  // Field by field, and only the planes that are there.
  void copy_from(const Frame& other);

  int plane_count() const { return plane_count_; }
  Callsign callsign(int plane) const;
  Vector3 position(int plane) const;
  bool operator==(const Frame& other) const;

 private:
  bool has_same_plane(const Frame& other, int plane) const;

  int plane_count_ = 0;
  std::array<float, 3 * cdx::plane_count> positions_{};
  std::array<int, cdx::plane_count> lengths_{};
  std::array<char, callsign_length * cdx::plane_count> callsigns_{};
};

}  // namespace cdx
