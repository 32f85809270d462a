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
  explicit CodeTrace(size_t code_size) : noted_in_(code_size), listed_(code_size) {}

  void clear() {
    ranges_.clear();
    newest_ = kNoPoint;
    if (++round_ != 0) return;
    std::fill(noted_in_.begin(), noted_in_.end(), 0);
    std::fill(listed_.begin(), listed_.end(), Listed{});
    round_ = 1;
  }
  // Control arrives: at every jump, and nearly always where it has been already.
  void arrive(Point point) {
    newest_ = kNoPoint;
    if (noted_in_[point] != round_) [[unlikely]]
      add(point);
  }
  // It stops, with this instruction to be run next. Has it not gone on from where it arrived last, that is all that was run.
  void halt(Point point) {
    if (newest_ == kNoPoint) return;
    noted_in_[newest_] = 0;
    ranges_[listed_[newest_].at].last = std::max(point, before_);
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
  struct Listed {
    uint32_t in = 0;  // a round
    uint32_t at = 0;
  };

  [[gnu::noinline]] void add(Point point) {
    noted_in_[point] = round_;
    Listed& listed = listed_[point];
    if (listed.in != round_) {
      listed = {round_, uint32_t(ranges_.size())};
      ranges_.push_back({point, 0});
    }
    CodeRange& range = ranges_[listed.at];
    before_ = std::exchange(range.last, CodeRange::kOn);
    newest_ = point;
  }

  std::vector<uint32_t> noted_in_;  // by Point: the round in which control went on from there
  std::vector<Listed> listed_;  // by Point: where its range is
  uint32_t round_ = 1;
  Point newest_ = kNoPoint;  // the last arrival, if it was one that is new
  Point before_ = 0;  // how far that had come before
  std::vector<CodeRange> ranges_;
};

}  // namespace heddle
