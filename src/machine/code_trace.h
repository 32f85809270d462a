// CodeTrace: which code has been run since it was last cleared: where control arrived, and how far it went on from there, up to the
// next jump, call or return or to where it stopped on the way.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "program/point.h"
#include "support/hash.h"

namespace heddle {

struct CodeRange {
  static constexpr Point kOn = kNoPoint - 1;  // up to the next jump, call or return

  Point first = 0;
  Point last = kOn;
  friend bool operator==(const CodeRange&, const CodeRange&) = default;
};

class CodeTrace {
 public:
  explicit CodeTrace(size_t code_size) : noted_(code_size), place_(code_size) {}

  void clear() {
    ranges_.clear();
    newest_ = kNoPoint;
    round_ += 2;
    if (round_ != 0) return;
    std::fill(noted_.begin(), noted_.end(), 0);
    round_ = 2;
  }
  // Control arrives: at every jump, and nearly always where it has been already.
  void arrive(Point point) {
    newest_ = kNoPoint;
    if (noted_[point] != round_) [[unlikely]]
      add(point);
  }
  // It stops, with this instruction to be run next. Has it not gone on from where it arrived last, that is all that was run.
  void halt(Point point) {
    if (newest_ == kNoPoint) return;
    ranges_[newest_place_].last = std::max(point, before_);
    noted_[newest_] = round_ + kStopped;
    place_[newest_] = newest_place_;
    newest_ = kNoPoint;
  }

  // At most one for each arrival, in the order of the first time.
  const std::vector<CodeRange>& ranges() const { return ranges_; }
  // Of the ranges, whatever their order.
  Fingerprint hash() const {
    Fingerprint sum{ranges_.size(), 0};
    for (const CodeRange& range : ranges_)
      sum += value_term(hash_constants::k2, (uint64_t(range.last) << 32 | range.first) + 1);
    return sum;
  }

 private:
  static constexpr uint32_t kStopped = 1;

  [[gnu::noinline]] void add(Point point) {
    if (noted_[point] == round_ + kStopped) {
      newest_place_ = place_[point];
      before_ = std::exchange(ranges_[newest_place_].last, CodeRange::kOn);
    } else {
      newest_place_ = uint32_t(ranges_.size());
      before_ = 0;
      ranges_.push_back({point, CodeRange::kOn});
    }
    noted_[point] = round_;
    newest_ = point;
  }

  std::vector<uint32_t>
      noted_;  // by Point: the round in which control went on from there, or stopped on the way
  std::vector<uint32_t> place_;  // by Point that it stopped after: where the range is
  uint32_t round_ = 2;
  std::vector<CodeRange> ranges_;
  // The last arrival, if it was one that is new.
  Point newest_ = kNoPoint;
  uint32_t newest_place_ = 0;
  Point before_ = 0;  // how far it had come before
};

}  // namespace heddle
