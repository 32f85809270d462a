// The state table: see state_table.h.
// SPDX-License-Identifier: Apache-2.0
#include "state_table.h"

#include <utility>

namespace cdx {

const Vector3* StateTable::find(const Callsign& callsign) const {
  const Position* position = positions_.find(callsign);
  return position ? position->get() : nullptr;
}

Position StateTable::replace(const Callsign& callsign, Position position) {
  return positions_.put(callsign, std::move(position));
}

}  // namespace cdx
