// What a check comes to: the verdict with everything it rests on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "result/search_summary.h"
#include "result/statistics.h"
#include "result/trace.h"

namespace heddle {

enum class Verdict { Verified, Error, Incomplete };

constexpr const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Verified: return "verified";
    case Verdict::Error: return "error";
    case Verdict::Incomplete: return "incomplete";
  }
  return "";
}

struct CheckResult {
  Verdict verdict = Verdict::Incomplete;
  std::string reason;  // why incomplete; empty otherwise
  std::vector<ErrorReport> errors;
  Statistics statistics;
  SearchSummary search;
  std::vector<std::string> assumptions;
  std::string basis;  // what an incremental check built on, or why it could not; empty for others
};

}  // namespace heddle
