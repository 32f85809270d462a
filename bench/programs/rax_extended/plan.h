// The plan: a timeline of tokens, made by the Planner, executed by the Executive, repaired by Diagnosis.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cassert>
#include <mutex>

#include "parameters.h"

namespace rax {

class Plan {
 public:
  void generate() {
    std::lock_guard lock(mutex_);
    for (int k = 0; k < kTokens; ++k) timeline_[k] = kFirstToken + k;
    current_token_ = 0;
  }

  bool done() {
    std::lock_guard lock(mutex_);
    return current_token_ == kTokens;
  }

  // There is a token left: only the Executive moves forward, and it has asked done().
  void execute_token() {
#ifndef BROKEN_EXECUTE_UNLOCKED
    std::lock_guard lock(mutex_);
#endif
    assert(timeline_[current_token_] == kFirstToken + current_token_);
    ++current_token_;
  }

  void repair() {
    std::lock_guard lock(mutex_);
    current_token_ = 0;
  }

 private:
  static constexpr int kFirstToken = 10;

  std::mutex mutex_;
  std::array<int, kTokens> timeline_{};
  int current_token_ = 0;
};

}  // namespace rax
