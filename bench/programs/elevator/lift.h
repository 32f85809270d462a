// A lift: a thread that answers calls, one floor per step.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <thread>
#include <vector>

#include "controls.h"

namespace elevator {

class Lift {
 public:
  // Starts the lift's thread.
  explicit Lift(Controls& controls) : controls_(controls), thread_(&Lift::run, this) {}

  void join() { thread_.join(); }

  // After join().
  int carried() const;
  int delivered() const { return delivered_; }

 private:
  enum class Travel { idle, up, down };

  // Calls that this lift has claimed on a floor.
  struct Pickup {
    bool up = false;
    bool down = false;

    bool any() const { return up || down; }
  };

  void run();
  void step_idle();
  void step_moving();
  void move_one_floor();
  void deliver();
  void pick_up();
  void take_in(Direction direction);
  bool claim_elsewhere(Direction direction, int floor);
  bool stop_at(int floor) const { return pickup_on_[floor].any() || people_for_[floor] != 0; }
  bool stop_above() const;
  bool stop_below() const;
  void choose_direction();

  static constexpr int kFirst = 1;
  static constexpr int kLast = kFloors;

  Controls& controls_;
  Travel travel_ = Travel::idle;
  int floor_ = kFirst;
  std::array<Pickup, kFloors + 1> pickup_on_{};
  std::array<int, kFloors + 1> people_for_{};
  int delivered_ = 0;
  std::thread thread_;  // last: it uses the other members
};

}  // namespace elevator
