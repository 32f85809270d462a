// SPDX-License-Identifier: Apache-2.0
#include "incremental/same_statement.h"

#include <algorithm>

namespace heddle {

namespace {

uint32_t next_matched(const std::vector<uint32_t>& partner, uint32_t index) {
  while (index < partner.size() && partner[index] == kUnmatched) ++index;
  return index;
}

// The text of the end of the function at one of two places; empty if there is none.
const std::string& end_at(const Version& version, uint32_t function, uint32_t place,
                          uint32_t other) {
  const std::vector<VersionStatement>& statements = version.functions[function].statements;
  for (const uint32_t at : {place, other})
    if (at < statements.size() && version.texts[statements[at].text].starts_with("Return"))
      return version.texts[statements[at].text];
  return version.texts[0];
}

}  // namespace

bool same_operands(const FunctionPair& pair, const VersionStatement& before,
                   const VersionStatement& after) {
  return std::equal(before.operands.begin(), before.operands.end(), after.operands.begin(),
                    after.operands.end(), [&](const VersionOperand& a, const VersionOperand& b) {
                      std::vector<uint32_t> made;
                      for (const uint32_t statement : a.made)
                        made.push_back(pair.statements.of_first[statement]);
                      std::sort(made.begin(), made.end());
                      return a.number == b.number && made == b.made;
                    });
}

bool same_targets(const Version& before, const Version& after, const FunctionPair& pair,
                  const VersionStatement& old, const VersionStatement& now) {
  if (old.targets.size() != now.targets.size()) return false;
  const auto& of_first = pair.statements.of_first;
  const auto& of_second = pair.statements.of_second;
  for (size_t k = 0; k < old.targets.size(); ++k) {
    const uint32_t first = next_matched(of_first, old.targets[k]);
    const uint32_t second = next_matched(of_second, now.targets[k]);
    const bool meet =
        first < of_first.size() ? of_first[first] == second : second == of_second.size();
    if (meet) continue;
    const std::string& ends = end_at(before, pair.before, old.targets[k], first);
    if (ends.empty() || ends != end_at(after, pair.after, now.targets[k], second)) return false;
  }
  return true;
}

}  // namespace heddle
