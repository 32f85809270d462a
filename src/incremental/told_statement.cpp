// SPDX-License-Identifier: Apache-2.0
#include "incremental/told_statement.h"

#include <fmt/format.h>

namespace heddle {

std::string joined(const std::set<std::string>& objects) {
  constexpr size_t kMost = 3;
  std::string text;
  size_t count = 0;
  for (const std::string& object : objects) {
    if (object.empty()) continue;
    if (++count <= kMost) text += (text.empty() ? "" : ", ") + object;
  }
  return count <= kMost ? text : fmt::format("{} and {} more", text, count - kMost);
}

std::string merged(const std::string& known, const std::string& what) {
  if (known.empty() || known == what) return what;
  const size_t space = known.rfind(' ');
  if (space != std::string::npos && known.substr(0, space + 1) == what.substr(0, space + 1))
    return known.substr(0, space + 1) + "update";
  return known.find(what) != std::string::npos ? known : known + " and " + what;
}

std::string told_kind(StatementKind kind) {
  switch (kind) {
    case StatementKind::Read:
    case StatementKind::ElementRead: return "shared read";
    case StatementKind::Write:
    case StatementKind::ElementWrite: return "shared write";
    case StatementKind::Copy: return "shared update";
    default: return std::string(name_of(kind));
  }
}
bool gives_back(const std::string& callee) {
  return callee == "free" || callee.starts_with("_ZdlPv") || callee.starts_with("_ZdaPv");
}

bool same_sort(const StatementChange& added, const StatementChange& removed) {
  const auto last_word = [](const std::string& text) { return text.substr(text.rfind(' ') + 1); };
  if (removed.object != "" && added.object.find(removed.object) == std::string::npos) return false;
  return last_word(added.what) == last_word(removed.what);
}

}  // namespace heddle
