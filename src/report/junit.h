// JUnit's XML, which continuous integration servers read.
//
// There is no standard, only what servers agree on: a failure for an error of the checked program, `skipped` for what
// was not decided, `error` for what could not be checked; the trace is what the test printed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "result/test_result.h"

namespace heddle {

std::string write_junit(const TestReport& report);

// Fit for text and attributes of XML 1.0: control characters and bytes that are not UTF-8 are replaced.
std::string xml_escaped(std::string_view text);

}  // namespace heddle
