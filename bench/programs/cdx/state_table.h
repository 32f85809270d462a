// The last known position of every aircraft.
//
// Belongs to the detector, but is reachable for whoever has the detector: its nodes and positions are
// objects that other threads could touch and never do.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "callsign.h"
#include "hash_map.h"
#include "linked_list.h"
#include "vector3.h"

namespace cdx {

using Position = std::unique_ptr<const Vector3>;

class StateTable {
 public:
  // Null if the aircraft is not known.
  const Vector3* find(const Callsign& callsign) const;
  // Puts the position in and hands out the one it replaces; empty for a new aircraft.
  Position replace(const Callsign& callsign, Position position, int frame);
  // Forgets the aircraft that were last seen before this frame. Returns how many there were.
  int forget_before(int frame);
  int size() const { return static_cast<int>(states_.size()); }

 private:
  struct State {
    Position position;
    int last_seen = 0;
  };

  HashMap<Callsign, State, CallsignHash, 4> states_;
};

}  // namespace cdx
