// The text output of heddle diff: what changed between threads, what was explored because of it, and the verdict.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/page.h"
#include "report/style.h"
#include "result/diff_report.h"

namespace heddle {

// What changed: known long before the rest.
std::string write_changes(const DiffReport& report, const Style& style, const TextOptions& options);
// What was explored, and the verdict.
std::string write_outcome(const DiffReport& report, const Style& style, const TextOptions& options);
std::string write_diff(const DiffReport& report, const Style& style, const TextOptions& options);

}  // namespace heddle
