// Patience: a long computation that has nothing to show before its end can be given up from outside.
//
// Whoever starts it makes a Patience; the computation asks now and then whether it lasts. It is the
// thread's own, so that functions in between need not hand it on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <functional>
#include <utility>

namespace heddle {

class OutOfPatience : public std::exception {
 public:
  const char* what() const noexcept override { return "out of patience"; }
};

class Patience {
 public:
  // Ends with the object; what was there before is back then.
  explicit Patience(std::function<bool()> lasts)
      : lasts_(std::move(lasts)), outer_(std::exchange(current_, this)) {}
  ~Patience() { current_ = outer_; }
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

  // Throws OutOfPatience. Cheap enough for each turn of a work list: few turns look at the clock.
  static void ask() {
    if (current_ && ++current_->turns_ % kTurnsPerLook == 0 && !current_->lasts_())
      throw OutOfPatience();
  }

 private:
  static constexpr unsigned kTurnsPerLook = 64;

  std::function<bool()> lasts_;
  Patience* outer_;
  unsigned turns_ = 0;
  static inline thread_local Patience* current_ = nullptr;
};

}  // namespace heddle
