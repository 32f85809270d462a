// Walks: executions from start to end, one after the other, without state matching.
//
// A strategy picks each step. Nothing is stored but the path, so the size of the state space does not matter; nothing
// is covered either, unless the first walk never had a choice.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/exploration.h"
#include "support/random.h"

namespace heddle {

struct WalkOptions {
  uint64_t walks = 1000;
  uint64_t seed = 0;  // for the branches of nondeterministic choices
  uint64_t longest = 100'000;  // transitions; a walk that goes on is cut there
};

// "3 walks found no error"
std::string describe_walks(uint64_t count);

class Walks : Exploration {
 public:
  // Before each walk the strategy is told to go back to the first choice.
  Walks(Machine& machine, const SearchOptions& options, Strategy& strategy,
        const WalkOptions& walk_options);
  SearchOutcome run();

 private:
  void walk(uint64_t enabled);
  ScheduleStep pick(uint64_t enabled);
  Held held() const override { return {}; }
  double explored() const override { return double(walked_) / double(walk_options_.walks); }

  Strategy& strategy_;
  WalkOptions walk_options_;
  Random branches_;
  uint64_t walked_ = 0;
  bool chose_ = false;
};

}  // namespace heddle
