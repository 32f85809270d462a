// SPDX-License-Identifier: Apache-2.0
#include "incremental/mangled_name.h"

#include <algorithm>

namespace heddle {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::string_view kNumberedLambda = "$_";  // one outside of inline functions
constexpr std::string_view kLambda = "Ul";

std::string without_suffix(std::string name) {
  for (;;) {
    size_t end = name.size();
    while (end > 0 && is_digit(name[end - 1])) --end;
    if (end == name.size() || end < 2 || name[end - 1] != '.') return name;
    name.resize(end - 1);
  }
}

}  // namespace

bool is_within_lambda(std::string_view name) {
  return is_mangled(name) && (name.find(kNumberedLambda) != std::string_view::npos ||
                              name.find(kLambda) != std::string_view::npos);
}

std::string without_numbers(const std::string& name) {
  const std::string plain = without_suffix(name);
  if (!is_within_lambda(plain)) return plain;
  std::string result;
  for (size_t k = 0; k < plain.size(); ++k) {
    if (plain.compare(k, kNumberedLambda.size(), kNumberedLambda) == 0) {
      // "3$_0", of which the 3 depends on the number, too
      while (!result.empty() && is_digit(result.back())) result.pop_back();
      result += kNumberedLambda;
      ++k;
      while (k + 1 < plain.size() && is_digit(plain[k + 1])) ++k;
      continue;
    }
    result += plain[k];
    if (plain[k] != 'E') continue;
    size_t end = k + 1;  // "UlvE0_"
    while (end < plain.size() && is_digit(plain[end])) ++end;
    if (end < plain.size() && plain[end] == '_') k = end - 1;
  }
  return result;
}

std::optional<std::string> lambda_of(const std::string& name) {
  const size_t operation = name.rfind("cl");
  if (!name.starts_with("_ZZ") || operation == std::string::npos) return std::nullopt;
  size_t begin = std::string::npos;
  if (name[operation - 1] == '_') {
    begin = name.rfind(kLambda, operation);
  } else {
    const size_t dollar = name.rfind(kNumberedLambda, operation);
    if (dollar == std::string::npos) return std::nullopt;
    for (size_t k = dollar + kNumberedLambda.size(); k < operation; ++k)
      if (!is_digit(name[k])) return std::nullopt;
    begin = dollar;
    while (begin > 0 && is_digit(name[begin - 1])) --begin;
  }
  if (begin == std::string::npos) return std::nullopt;
  size_t end_of_scope = begin;  // "ENK" before a member of it
  if (name[end_of_scope - 1] == 'K') --end_of_scope;
  if (name[end_of_scope - 1] != 'N') return std::nullopt;
  --end_of_scope;
  return name.substr(2, end_of_scope - 2) + name.substr(begin, operation - begin);
}

MangledParts parts_of(const std::string& name) {
  MangledParts parts{{}, {""}};
  for (size_t k = 0; k < name.size();) {
    size_t end = k, length = 0;
    while (end < name.size() && is_digit(name[end]) && length < name.size())
      length = 10 * length + size_t(name[end++] - '0');
    // A number in another place, as in "S0_" or "Li2E", is followed by a sign.
    const bool is_name = end > k && length > 0 && length <= name.size() - end && k > 0 &&
                         name[k - 1] != 'S' && name[k - 1] != 'T' && !is_digit(name[end]) &&
                         name[end] != '_' && name[end] != 'E';
    if (!is_name) {
      parts.between.back() += name.substr(k, std::max<size_t>(end - k, 1));
      k = std::max(end, k + 1);
      continue;
    }
    parts.source_names.push_back(name.substr(k, end - k + length));
    parts.between.emplace_back();
    k = end + length;
  }
  return parts;
}

}  // namespace heddle
