// The text output: a verdict told to the programmer who has to find the bug.
//
// Order: what is wrong and where; who stood where; how it came to that; and at the end, where a
// terminal's reader looks first, the verdict with its figures and what it rests on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/page.h"
#include "report/style.h"
#include "result/verdict.h"

namespace heddle {

std::string write_text(const CheckResult& result, const Style& style, const TextOptions& options);

// One error alone, as `heddle replay` shows it.
std::string write_error(const ErrorReport& error, const Style& style, const TextOptions& options);

}  // namespace heddle
