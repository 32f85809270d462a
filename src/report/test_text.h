// The text output of a run of tests: a line per test, then the errors, then the totals.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/page.h"
#include "report/style.h"
#include "result/test_result.h"

namespace heddle {

// "  verified    counter_adds_up      41 states   0.02 s", as soon as the test has been checked
std::string write_test_line(const TestResult& result, const Style& style);

// What there is to read about the tests that were not verified; empty if all were.
std::string write_test_details(const TestReport& report, const Style& style,
                               const TextOptions& options);

std::string write_test_totals(const TestReport& report, const Style& style);

}  // namespace heddle
