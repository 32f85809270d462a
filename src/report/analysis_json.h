// The JSON of heddle analyze: every field is always there; fields may be added, never renamed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "result/analysis_report.h"

namespace heddle {

std::string write_json(const AnalysisReport& report);

}  // namespace heddle
