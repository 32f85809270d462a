// The JSON output of heddle diff.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "result/diff_report.h"

namespace heddle {

std::string write_json(const DiffReport& report);

}  // namespace heddle
