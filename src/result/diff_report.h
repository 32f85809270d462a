// DiffReport: what an edit changed between threads, what was explored because of it, and what came of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "result/analysis_report.h"
#include "result/verdict.h"

namespace heddle {

enum class ChangeKind : uint8_t { Added, Removed, Changed };

constexpr const char* name_of(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::Added: return "added";
    case ChangeKind::Removed: return "removed";
    case ChangeKind::Changed: return "changed";
  }
  return "";
}

// Why a statement counts; of several reasons the first is told.
enum class ChangeRule : uint8_t { Statement, InitialValue, Value, Condition, Use };

constexpr const char* name_of(ChangeRule rule) {
  switch (rule) {
    case ChangeRule::Statement: return "statement";
    case ChangeRule::Value: return "value";
    case ChangeRule::Condition: return "condition";
    case ChangeRule::InitialValue: return "initial value";
    case ChangeRule::Use: return "use";
  }
  return "";
}

struct StatementChange {
  ChangeKind kind = ChangeKind::Changed;
  ChangeRule rule = ChangeRule::Statement;
  std::string what;  // "shared write", "lock", "call"
  std::string object;
  CodePlace place;  // of a statement that was removed: in the version before
};

// Code whose interleavings are explored: some lines of one function.
struct FragmentReport {
  std::vector<size_t> changes;  // into DiffReport::changes
  CodePlace first;
  uint32_t last_line = 0;
  bool whole_function = false;
  std::vector<std::string> threads;  // static ones that run it
};

enum class PairOutcome : uint8_t { Explored, Error, Limit, NotEntered };

constexpr const char* name_of(PairOutcome outcome) {
  switch (outcome) {
    case PairOutcome::Explored: return "explored";
    case PairOutcome::Error: return "error";
    case PairOutcome::Limit: return "limit";
    case PairOutcome::NotEntered: return "not entered";
  }
  return "";
}

struct PairReport {
  std::vector<size_t>
      fragments;  // into DiffReport::fragments; several if they were explored at once
  std::string modified;  // "worker, 2nd started by main"
  std::string other;
  bool both = false;  // the other one runs them as well, and the pair was explored both ways round
  bool all_threads = false;  // `other` are all that there are
  PairOutcome outcome = PairOutcome::Explored;
  std::string reason;  // of a limit
  Statistics statistics;
};

struct DiffReport {
  std::string base;  // "revision main", "the version verified last"; empty: there is none
  std::string mode;
  bool same_program = false;  // what is run did not change at all
  std::vector<StatementChange> changes;
  uint64_t changed_instructions = 0;  // without a partner in the other version
  std::vector<FragmentReport> fragments;
  std::vector<PairReport> pairs;
  std::optional<CheckResult> proof;  // what a search of everything came to, if there was one
  std::string guarantee;  // what the verdict rests on, as a sentence
  CheckResult result;  // errors, verdict, figures of all searches together
  double load_seconds = 0;
  double analysis_seconds = 0;
};

}  // namespace heddle
