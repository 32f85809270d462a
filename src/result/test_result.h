// What a run of tests comes to: one result per test.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "result/verdict.h"

namespace heddle {

struct TestName {
  std::string name;
  std::string file;
  uint32_t line = 0;
};

// Refused: the test needs something heddle has no model of.
enum class TestOutcome : uint8_t { Verified, Error, Incomplete, Refused };

constexpr const char* name_of(TestOutcome outcome) {
  switch (outcome) {
    case TestOutcome::Verified: return "verified";
    case TestOutcome::Error: return "error";
    case TestOutcome::Incomplete: return "incomplete";
    case TestOutcome::Refused: return "refused";
  }
  return "";
}

struct TestResult {
  TestName test;
  CheckResult result;
  std::string refusal;  // why heddle cannot check it; empty if it can

  TestOutcome outcome() const {
    if (!refusal.empty()) return TestOutcome::Refused;
    switch (result.verdict) {
      case Verdict::Verified: return TestOutcome::Verified;
      case Verdict::Error: return TestOutcome::Error;
      case Verdict::Incomplete: return TestOutcome::Incomplete;
    }
    return TestOutcome::Incomplete;
  }
};

struct TestReport {
  std::vector<TestResult> results;
  uint64_t disabled = 0;  // tests that their author has switched off
  double seconds = 0;     // compiling included

  uint64_t count(TestOutcome outcome) const {
    uint64_t number = 0;
    for (const TestResult& result : results) number += result.outcome() == outcome;
    return number;
  }
};

}  // namespace heddle
