// The JSON output: stable and documented, for other programs.
//
// Every field is always there, empty or null if it has no value, so that a reader needs no case
// distinctions. Fields may be added, never renamed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "result/test_result.h"
#include "result/verdict.h"

namespace heddle {

nlohmann::ordered_json to_json(const CheckResult& result);
nlohmann::ordered_json to_json(const TestReport& report);

// Indented, with a newline at the end. Bytes that are not UTF-8, which a checked program may well
// print, are replaced: plain dump() would throw.
std::string write_json(const CheckResult& result);
std::string write_json(const TestReport& report);

}  // namespace heddle
