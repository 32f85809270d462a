// Mangled names: the parts of a name of the linker's that matter when names of two versions are compared.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

inline bool is_mangled(std::string_view name) { return name.starts_with("_Z"); }

// Without the numbers that the linker appends, and that the compiler gives to lambdas.
std::string without_numbers(const std::string& name);

// Whether it is a lambda, or stands in one, or was made for one.
bool is_within_lambda(std::string_view name);

// Of a lambda's call operator: the lambda's type as other names have it, "Z4mainE3$_0".
std::optional<std::string> lambda_of(const std::string& call_operator);

// A mangled name as the names that the source gives, "5Queue", and what is between them.
struct MangledParts {
  std::vector<std::string> source_names;
  std::vector<std::string> between;  // one more
};
MangledParts parts_of(const std::string& name);

}  // namespace heddle
