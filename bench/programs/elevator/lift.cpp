// How a lift decides where to go.
//
// An idle lift answers a call on its own floor, else claims the first call it finds and sets off for it.
// A moving one goes on in its direction while there is a stop ahead, then turns, then becomes idle.
// SPDX-License-Identifier: Apache-2.0
#include "lift.h"

#include <cassert>
#include <utility>

namespace elevator {

void Lift::run() {
  for (int i = 0; i < kSteps; ++i) {
    if (travel_ == Travel::idle) {
      step_idle();
    } else {
      step_moving();
    }
  }
}

void Lift::step_idle() {
  if (controls_.claim(Direction::up, floor_)) {
    travel_ = Travel::up;
    take_in(Direction::up);
    return;
  }
  if (controls_.claim(Direction::down, floor_)) {
    travel_ = Travel::down;
    take_in(Direction::down);
    return;
  }
  for (int floor = kFirst; floor <= kLast; ++floor) {
    if (claim_elsewhere(Direction::up, floor) || claim_elsewhere(Direction::down, floor)) return;
  }
}

bool Lift::claim_elsewhere(Direction direction, int floor) {
  if (!controls_.claim(direction, floor)) return false;
  Pickup& pickup = pickup_on_[floor];
  (direction == Direction::up ? pickup.up : pickup.down) = true;
  travel_ = floor > floor_ ? Travel::up : Travel::down;
  return true;
}

void Lift::step_moving() {
  move_one_floor();
  deliver();
  pick_up();
  choose_direction();
}

void Lift::move_one_floor() {
  // A call on the lift's own floor that came while it looked elsewhere has sent it "down": turn first.
  if (travel_ == Travel::up && floor_ == kLast) travel_ = Travel::down;
  if (travel_ == Travel::down && floor_ == kFirst) travel_ = Travel::up;
  floor_ += travel_ == Travel::up ? 1 : -1;
  assert(kFirst <= floor_ && floor_ <= kLast);
  if (floor_ == kLast) travel_ = Travel::down;
  if (floor_ == kFirst) travel_ = Travel::up;
}

void Lift::deliver() { delivered_ += std::exchange(people_for_[floor_], 0); }

void Lift::pick_up() {
  Pickup& pickup = pickup_on_[floor_];
  if (pickup.up || (travel_ == Travel::up && controls_.claim(Direction::up, floor_))) {
    take_in(Direction::up);
    pickup.up = false;
  }
  if (pickup.down || (travel_ == Travel::down && controls_.claim(Direction::down, floor_))) {
    take_in(Direction::down);
    pickup.down = false;
  }
}

void Lift::take_in(Direction direction) {
  const std::vector<int> people = controls_.take_people(direction, floor_);
  assert(!people.empty() && "another lift has answered a call that this one had claimed");
  for (const int destination : people) ++people_for_[destination];
}

bool Lift::stop_above() const {
  for (int floor = floor_ + 1; floor <= kLast; ++floor) {
    if (stop_at(floor)) return true;
  }
  return false;
}

bool Lift::stop_below() const {
  for (int floor = floor_ - 1; floor >= kFirst; --floor) {
    if (stop_at(floor)) return true;
  }
  return false;
}

void Lift::choose_direction() {
  const bool above = stop_above();
  const bool below = stop_below();
  if (travel_ == Travel::up) {
    travel_ = above ? Travel::up : below ? Travel::down : Travel::idle;
  } else {
    travel_ = below ? Travel::down : above ? Travel::up : Travel::idle;
  }
}

int Lift::carried() const {
  int people = 0;
  for (const int group : people_for_) people += group;
  return people;
}

}  // namespace elevator
