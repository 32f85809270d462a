// Elevator: lifts that answer the calls of people on the floors of a building.
//
// Each lift is a thread; main plays the people. The calls of a floor are guarded by the floor's mutex; what
// a lift has claimed and whom it carries is its own. At the end nobody may have got lost.
//
// Seeded errors:
//   BROKEN_PUSH_UNLOCKED   pressing the button "up" takes no lock: data race (injected by the paper, as is
//                          the next)
//   BROKEN_CHECK_UNLOCKED  looking for calls "up" takes no lock: data race
//   BROKEN_CLAIM_TWICE     a claim does not look again, with the lock held, whether another lift has
//                          claimed the call meanwhile: assertion
//   BROKEN_CLAIM_ANSWERED  it looks again for the claim only, as in the original, and claims a call that
//                          another lift has answered meanwhile: assertion
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cassert>
#include <list>

#include "controls.h"
#include "lift.h"

namespace elevator {
namespace {

struct ButtonPress {
  int tick;
  int floor;
  int destination;
};

constexpr std::array kPresses{ButtonPress{1, 1, 3}, ButtonPress{3, 4, 2}};

static_assert(kFloors >= 4, "the presses need four floors");

void press_buttons(Controls& controls) {
  std::size_t next = 0;
  for (int tick = 1; next < kPresses.size(); ++tick) {
    while (next < kPresses.size() && kPresses[next].tick == tick) {
      const ButtonPress& press = kPresses[next++];
      const Direction direction = press.destination > press.floor ? Direction::up : Direction::down;
      controls.push(direction, press.floor, press.destination);
    }
  }
}

void check_people(const Controls& controls, const std::list<Lift>& lifts) {
  std::size_t people = controls.waiting();
  for (const Lift& lift : lifts)
    people += static_cast<std::size_t>(lift.carried() + lift.delivered());
  assert(people == kPresses.size() && "somebody got lost");
}

}  // namespace
}  // namespace elevator

int main() {
  using namespace elevator;
  Controls controls;
  std::list<Lift> lifts;
  for (int i = 0; i < kLifts; ++i) lifts.emplace_back(controls);
  press_buttons(controls);
  for (Lift& lift : lifts) lift.join();
  check_people(controls, lifts);
}
