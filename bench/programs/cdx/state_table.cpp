// The state table: see state_table.h.
// SPDX-License-Identifier: Apache-2.0
#include "state_table.h"

#include <utility>

namespace cdx {

const Vector3* StateTable::find(const Callsign& callsign) const {
  const State* state = states_.find(callsign);
  return state ? state->position.get() : nullptr;
}

Position StateTable::replace(const Callsign& callsign, Position position, int frame) {
  return states_.put(callsign, State{std::move(position), frame}).position;
}

int StateTable::forget_before(int frame) {
  LinkedList<Callsign> outdated;
  states_.for_each([&outdated, frame](const Callsign& callsign, const State& state) {
    if (state.last_seen < frame) outdated.append(callsign);
  });
  for (const Callsign& callsign : outdated) states_.remove(callsign);
  return static_cast<int>(outdated.size());
}

}  // namespace cdx
