// The ledger: everything a verdict rests on, and everything that keeps it from being `verified`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "pipeline/options.h"
#include "search/search.h"

namespace heddle {

class Ledger {
 public:
  Ledger(const Program& program, const Options& options);
  void add_machine(const Machine& machine);
  void add_outcome(const SearchOutcome& outcome);

  const std::vector<std::string>& assumptions() const { return assumptions_; }
  // Why not every interleaving was covered; empty if all were.
  const std::string& incomplete_reason() const { return incomplete_; }

 private:
  std::vector<std::string> assumptions_;
  std::string incomplete_;
};

}  // namespace heddle
