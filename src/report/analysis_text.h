// The text of heddle analyze: threads, shared locations, statements where threads meet, and what to look at.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/style.h"
#include "result/analysis_report.h"

namespace heddle {

std::string write_analysis(const AnalysisReport& report, const Style& style);

}  // namespace heddle
