// Competition: several searches of one program side by side, each with a machine of its own, until one of them has
// settled the matter.
//
// They share nothing but the decision to end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "search/exploration.h"

namespace heddle {

struct Contestant {
  std::string name;
  MachineOptions machine;  // a filter is cloned
  std::function<SearchOutcome(const MachineOptions&, const SearchOptions&, Machine&)> run;
};

struct Finish {
  SearchOutcome outcome;
  Machine::Notes notes;
};

struct CompetitionResult {
  std::vector<Finish> finishes;  // in the order of the contestants
  std::optional<size_t> winner;  // whose outcome settles the matter, and came first
};

CompetitionResult compete(const Program& program, const SearchOptions& options,
                          const std::vector<Contestant>& contestants,
                          const std::function<bool(const SearchOutcome&)>& is_settled);

}  // namespace heddle
