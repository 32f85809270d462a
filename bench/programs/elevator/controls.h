// What the lifts and the people on the floors share: the calls on each floor.
//
// A lift claims a call before it goes there, so that no two set off for the same; the claim ends when it
// takes the people in. Each floor has its own mutex.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <mutex>
#include <vector>

#include "parameters.h"

namespace elevator {

enum class Direction { up, down };

// The people who wait on a floor for one direction: the floors they want to go to.
struct Queue {
  std::vector<int> people;
  bool claimed = false;
};

class Floor {
 public:
  void push(Direction direction, int destination);
  bool check(Direction direction);
  bool claim(Direction direction);
  std::vector<int> take_people(Direction direction);

  // Only when no other thread uses the floor any more.
  std::size_t waiting() const { return up_.people.size() + down_.people.size(); }

 private:
  Queue& queue(Direction direction) { return direction == Direction::up ? up_ : down_; }

  std::mutex mutex_;
  Queue up_;
  Queue down_;
};

class Controls {
 public:
  void push(Direction direction, int floor, int destination) {
    at(floor).push(direction, destination);
  }
  bool claim(Direction direction, int floor) { return at(floor).claim(direction); }
  std::vector<int> take_people(Direction direction, int floor) {
    return at(floor).take_people(direction);
  }
  std::size_t waiting() const;

 private:
  Floor& at(int floor) { return floors_[floor - 1]; }

  std::array<Floor, kFloors> floors_;
};

}  // namespace elevator
