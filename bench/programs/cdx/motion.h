// How one aircraft moved between two frames, and when two such motions come too near to each other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "aircraft.h"
#include "box.h"
#include "vector3.h"

namespace cdx {

// Where and when (0 old frame, 1 new frame) two aircraft first come too near.
struct Contact {
  float time = 0;
  Vector3 place;
};

// Positions belong to the state table and to whoever replaces them there.
class Motion {
 public:
  Motion(const Aircraft& aircraft, const Vector3& from, const Vector3& to)
      : aircraft_(aircraft), from_(&from), to_(&to) {}
  // An aircraft seen for the first time stands still.
  Motion(const Aircraft& aircraft, const Vector3& at) : Motion(aircraft, at, at) {}

  const Aircraft& aircraft() const { return aircraft_; }
  const Vector3& from() const { return *from_; }
  const Vector3& to() const { return *to_; }
  Vector3 displacement() const { return *to_ - *from_; }
  Vector3 position_at(float time) const { return between(*from_, *to_, time); }

  // The space it passes through.
  Box box() const { return Box(*from_, *to_); }

  // The first moment at which the two are within the radius; nothing if they never are.
  std::optional<Contact> first_contact(const Motion& other, float radius) const;

 private:
  Contact contact_at(const Motion& other, float time) const;

  Aircraft aircraft_;
  const Vector3* from_;
  const Vector3* to_;
};

}  // namespace cdx
