// CodeTrace: which code has been run since it was last cleared, as the Points at which control arrived: from each of
// them it went on to the next jump, call or return, or stopped on the way there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "program/point.h"
#include "support/hash.h"

namespace heddle {

class CodeTrace {
 public:
  explicit CodeTrace(size_t code_size) : noted_in_(code_size) {}

  void clear() {
    arrivals_.clear();
    if (++round_ != 0) return;
    std::fill(noted_in_.begin(), noted_in_.end(), 0);
    round_ = 1;
  }
  // At every jump, and nearly always to where it has been already.
  void note(Point point) {
    if (noted_in_[point] != round_) [[unlikely]]
      add(point);
  }
  // Each once, in the order of the first time.
  const std::vector<Point>& arrivals() const { return arrivals_; }
  // Of the arrivals, whatever their order.
  Fingerprint hash() const {
    Fingerprint sum{arrivals_.size(), 0};
    for (const Point point : arrivals_) sum += value_term(hash_constants::k2, point + 1);
    return sum;
  }

 private:
  [[gnu::noinline]] void add(Point point) {
    noted_in_[point] = round_;
    arrivals_.push_back(point);
  }

  std::vector<uint32_t> noted_in_;  // by Point: the round in which it was
  uint32_t round_ = 1;
  std::vector<Point> arrivals_;
};

}  // namespace heddle
