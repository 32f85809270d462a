// How a search went about it: what it takes to repeat it, and what it promises.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace heddle {

// An error of this depth, in executions of so many threads and steps, is found with these probabilities at least.
struct Guarantee {
  uint32_t depth = 0;
  uint64_t threads = 0;
  uint64_t steps = 0;
  double per_execution = 0;
  double overall = 0;
};

struct SearchSummary {
  std::string strategy = "dfs";
  std::optional<uint64_t> seed;
  unsigned seeds = 1;  // workers with seeds of their own: this one and those that follow it
  std::string winner;  // of several ways of searching, the one that came to the verdict; else empty
  std::optional<uint64_t> walks;
  std::optional<Guarantee> guarantee;
  std::string bound;  // "at most 2 preemptions"; empty if there was none
};

}  // namespace heddle
