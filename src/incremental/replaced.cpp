// SPDX-License-Identifier: Apache-2.0
#include "incremental/replaced.h"

#include <algorithm>

namespace heddle {

namespace {

class Replacements {
 public:
  Replacements(const Version& before, const Version& after, const VersionMatch& match,
               const FunctionPair& pair)
      : before_(before), after_(after), match_(match), pair_(pair) {
    found_.of_first.assign(pair.statements.of_first.size(), kUnmatched);
    found_.of_second.assign(pair.statements.of_second.size(), kUnmatched);
  }

  Alignment find() {
    if (pair_.before == kUnmatched || pair_.after == kUnmatched) return found_;
    const auto& of_first = pair_.statements.of_first;
    const auto& of_second = pair_.statements.of_second;
    uint32_t first = 0, second = 0;
    while (first < of_first.size() && second < of_second.size()) {
      uint32_t end_first = first, end_second = second;
      while (end_first < of_first.size() && of_first[end_first] == kUnmatched) ++end_first;
      while (end_second < of_second.size() && of_second[end_second] == kUnmatched) ++end_second;
      pair_between(first, end_first, second, end_second);
      first = end_first + 1;
      second = end_second + 1;
    }
    return found_;
  }

 private:
  // In order, so that of several stores the first takes the place of the first.
  void pair_between(uint32_t first, uint32_t end_first, uint32_t second, uint32_t end_second) {
    for (; first < end_first; ++first)
      for (uint32_t k = second; k < end_second; ++k)
        if (is_the_same(first, k)) {
          found_.of_first[first] = k;
          found_.of_second[k] = first;
          second = k + 1;
          break;
        }
  }

  bool is_the_same(uint32_t first, uint32_t second) const {
    const VersionStatement& old = before_.functions[pair_.before].statements[first];
    const VersionStatement& now = after_.functions[pair_.after].statements[second];
    if (old.kind != now.kind || (old.callee == 0) != (now.callee == 0)) return false;
    if (now_called(before_.texts[old.variable]) != after_.texts[now.variable]) return false;
    return old.callee ? is_the_same_call(old, now) : is_the_same_access(old, now);
  }

  bool is_the_same_access(const VersionStatement& old, const VersionStatement& now) const {
    return !old.addresses.empty() && operation(before_, old) == operation(after_, now) &&
           std::equal(old.addresses.begin(), old.addresses.end(), now.addresses.begin(),
                      now.addresses.end(),
                      [&](const VersionAddress& a, const VersionAddress& b) { return meet(a, b); });
  }
  static std::string operation(const Version& version, const VersionStatement& statement) {
    const std::string& text = version.texts[statement.text];
    return text.substr(0, text.find(' '));
  }
  bool meet(const VersionAddress& old, const VersionAddress& now) const {
    using Root = VersionAddress::Root;
    if (old.root != now.root || old.offset != now.offset) return false;
    switch (old.root) {
      case Root::Unknown: return false;
      case Root::Parameter: return old.number == now.number;
      case Root::Global: return now_called(before_.texts[old.number]) == after_.texts[now.number];
      case Root::Statement: return partner(old.number) == now.number;
    }
    return false;
  }

  // What a library does to a thing may go by several names. But whom notify_one wakes is another question than for
  // notify_all, which needs the code around the place of the one that is gone.
  bool is_the_same_call(const VersionStatement& old, const VersionStatement& now) const {
    const bool is_of_library = old.kind != StatementKind::Local;
    const bool same_function = now_called(before_.texts[old.callee]) == after_.texts[now.callee];
    const bool named_by_kind = is_of_library && old.kind != StatementKind::LibraryCall &&
                               old.kind != StatementKind::Create &&
                               old.kind != StatementKind::Notify;
    return (same_function || named_by_kind) &&
           addresses_in(before_, old) == addresses_in(after_, now) &&
           std::equal(old.operands.begin(), old.operands.end(), now.operands.begin(),
                      now.operands.end(), [&](const VersionOperand& a, const VersionOperand& b) {
                        return a.number == b.number &&
                               std::equal(a.made.begin(), a.made.end(), b.made.begin(),
                                          b.made.end(), [&](uint32_t made, uint32_t now_made) {
                                            return partner(made) == now_made;
                                          });
                      });
  }
  // The constants among the arguments that lead somewhere, with the names now.
  std::vector<std::string> addresses_in(const Version& version,
                                        const VersionStatement& statement) const {
    std::vector<std::string> found;
    const std::string& text = version.texts[statement.text];
    for (size_t start = text.find('&'); start != std::string::npos;
         start = text.find('&', start + 1)) {
      const std::string word = text.substr(start, text.find(' ', start) - start);
      const size_t plus = std::min(word.find('+'), word.size());
      const std::string name = word.substr(1, plus - 1);
      found.push_back((&version == &before_ ? now_called(name) : name) + word.substr(plus));
    }
    return found;
  }

  uint32_t partner(uint32_t statement) const {
    const uint32_t stayed = pair_.statements.of_first[statement];
    return stayed != kUnmatched ? stayed : found_.of_first[statement];
  }
  const std::string& now_called(const std::string& name) const {
    const auto found = match_.new_names.find(name);
    return found == match_.new_names.end() ? name : found->second;
  }

  const Version& before_;
  const Version& after_;
  const VersionMatch& match_;
  const FunctionPair& pair_;
  Alignment found_;
};

}  // namespace

Alignment find_replaced(const Version& before, const Version& after, const VersionMatch& match,
                        const FunctionPair& pair) {
  return Replacements(before, after, match, pair).find();
}

}  // namespace heddle
