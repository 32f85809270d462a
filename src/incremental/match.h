// Match: which statements of two versions of a program are the same.
//
// Functions and variables go together by name, as far as names mean something (same_names.h). Within a pair, a longest common subsequence of texts decides which statements stayed: shifted lines
// and edits elsewhere do not count.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "incremental/same_names.h"
#include "incremental/version.h"

namespace heddle {

// Two sequences side by side: for each element its partner on the other side, in order, or kUnmatched.
struct Alignment {
  std::vector<uint32_t> of_first;
  std::vector<uint32_t> of_second;
};
Alignment align(const std::vector<uint32_t>& first, const std::vector<uint32_t>& second);

struct FunctionPair {
  uint32_t before = kUnmatched;  // into Version::functions
  uint32_t after = kUnmatched;
  bool renamed = false;
  Alignment statements;
};

struct VariablePair {
  uint32_t before = kUnmatched;  // into Version::globals
  uint32_t after = kUnmatched;
  bool begins_the_same = false;
};

struct VersionMatch {
  std::vector<FunctionPair> functions;  // each of either version is in one
  std::vector<VariablePair> variables;  // each of the later version is in one
  std::map<std::string, std::string> new_names;  // of functions and variables: by the name before

  const FunctionPair& pair_of_before(uint32_t function) const;
  const FunctionPair& pair_of_after(uint32_t function) const;
};
VersionMatch match(const Version& before, const Version& after);

}  // namespace heddle
