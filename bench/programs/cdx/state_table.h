// The last known position of every aircraft.
//
// Belongs to the detector, but is reachable for whoever has the detector: its nodes and positions are
// objects that other threads could touch and never do.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "callsign.h"
#include "hash_map.h"
#include "vector3.h"

namespace cdx {

using Position = std::unique_ptr<const Vector3>;

class StateTable {
 public:
  // Null if the aircraft is not known.
  const Vector3* find(const Callsign& callsign) const;
  // Puts the new position in and hands out the one it replaces; empty for a new aircraft.
  Position replace(const Callsign& callsign, Position position);
  bool forget(const Callsign& callsign) { return positions_.remove(callsign); }
  int size() const { return static_cast<int>(positions_.size()); }

 private:
  HashMap<Callsign, Position, CallsignHash, 4> positions_;
};

}  // namespace cdx
