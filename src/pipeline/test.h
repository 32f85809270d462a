// Checks each test of the given files on its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pipeline/exit_code.h"
#include "pipeline/options.h"
#include "result/test_result.h"

namespace heddle {

struct TestRun {
  std::vector<std::string> filters;  // patterns of names; none: all tests
  std::function<void(const TestName&)> on_start;
  std::function<void(const TestResult&)> on_result;
  std::function<bool()> may_go_on;  // asked before each test
};

// The names that the filters choose. Throws UsageError if there are none.
std::vector<TestName> list_tests(const Options& options, const TestRun& run);
// Throws what check() does, except that a test with something unsupported is only itself refused.
TestReport run_tests(const Options& options, const TestRun& run);

bool matches(const std::vector<std::string>& filters, const std::string& name);
// Switched off in GoogleTest's way, and not asked for by that name.
bool is_disabled(const std::vector<std::string>& filters, const std::string& name);

// An error counts more than a refusal, and that more than an incomplete search.
ExitCode exit_code(const TestReport& report);

}  // namespace heddle
