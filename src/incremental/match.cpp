// SPDX-License-Identifier: Apache-2.0
#include "incremental/match.h"

#include <algorithm>
#include <unordered_map>

#include "support/invariant.h"

namespace heddle {

namespace {

// Larger tables are not worth their memory: what lies between the common ends then counts as changed.
constexpr size_t kMaxTable = 25'000'000;
// Functions of different names are one, if so much of the larger one is in both.
constexpr size_t kAlikePercent = 60;
constexpr size_t kFewestStatements = 8;

// Of several statements with the same text, those are partners that make what partners use. An alignment by texts alone
// takes the first one where one of two is gone, which would make all that uses the other seem to use another value.
class OperandAligner {
 public:
  OperandAligner(const VersionFunction& before, const VersionFunction& after,
                 const std::vector<uint32_t>& texts_before,
                 const std::vector<uint32_t>& texts_after, Alignment& alignment)
      : before_{before, texts_before, alignment.of_first},
        after_{after, texts_after, alignment.of_second} {}

  void run() {
    // From the back: what is used is made before.
    for (uint32_t k = uint32_t(after_.partner.size()); k-- > 0;) {
      if (after_.partner[k] == kUnmatched) continue;
      const auto& new_operands = after_.function.statements[k].operands;
      const auto& old_operands = before_.function.statements[after_.partner[k]].operands;
      for (size_t n = 0; n < std::min(new_operands.size(), old_operands.size()); ++n)
        if (new_operands[n].made.size() == 1 && old_operands[n].made.size() == 1)
          meet(old_operands[n].made[0], new_operands[n].made[0]);
    }
  }

 private:
  struct Side {
    const VersionFunction& function;
    const std::vector<uint32_t>& texts;
    std::vector<uint32_t>& partner;
    // Whether nothing from the first of the two on, without it, up to the other has a partner.
    bool is_free(uint32_t from, uint32_t to) const {
      const auto first = partner.begin() + std::min(from + 1, to);
      const auto end = partner.begin() + (from < to ? to + 1 : from);
      return std::all_of(first, end, [](uint32_t p) { return p == kUnmatched; });
    }
  };

  void meet(uint32_t old_made, uint32_t new_made) {
    if (before_.partner[old_made] == new_made || before_.texts[old_made] != after_.texts[new_made])
      return;
    if (before_.partner[old_made] == kUnmatched)
      move(before_, old_made, after_, new_made);
    else if (after_.partner[new_made] == kUnmatched)
      move(after_, new_made, before_, old_made);
  }
  // `to` has no partner yet, and becomes that of `with`.
  static void move(Side& side, uint32_t to, Side& other, uint32_t with) {
    const uint32_t from = other.partner[with];
    if (from == kUnmatched || !side.is_free(from, to)) return;
    side.partner[from] = kUnmatched;
    side.partner[to] = with;
    other.partner[with] = to;
  }

  Side before_;
  Side after_;
};

// Where names changed, texts of the later version are read with the names before.
class Matcher {
 public:
  Matcher(const Version& before, const Version& after) : before_(before), after_(after) {
    partner_before_.assign(before.functions.size(), kUnmatched);
    partner_after_.assign(after.functions.size(), kUnmatched);
  }

  VersionMatch match() {
    pair_variables();
    pair_functions();
    number_texts();
    VersionMatch result{.functions = {}, .new_names = new_names_};
    for (uint32_t k = 0; k < after_.functions.size(); ++k)
      result.functions.push_back(aligned(partner_after_[k], k));
    for (uint32_t k = 0; k < before_.functions.size(); ++k)
      if (partner_before_[k] == kUnmatched) result.functions.push_back(aligned(k, kUnmatched));
    return result;
  }

 private:
  const std::string& name(const Version& version, TextIndex text) const {
    return version.texts[text];
  }

  void pair_variables() {
    std::map<std::string, uint64_t> gone, made;
    for (const VersionGlobal& global : before_.globals)
      gone[name(before_, global.name)] = global.contents;
    for (const VersionGlobal& global : after_.globals)
      if (gone.erase(name(after_, global.name)) == 0)
        made[name(after_, global.name)] = global.contents;
    // With several of a kind it would be a guess.
    const auto is_only = [](const std::map<std::string, uint64_t>& all, uint64_t contents) {
      return std::ranges::count(all, contents, [](const auto& each) { return each.second; }) == 1;
    };
    for (const auto& [old_name, contents] : gone)
      for (const auto& [new_name, new_contents] : made)
        if (contents == new_contents && is_only(gone, contents) && is_only(made, contents))
          rename(old_name, new_name);
  }

  void rename(const std::string& before, const std::string& after) {
    new_names_[before] = after;
    old_names_[after] = before;
  }

  void pair(uint32_t before, uint32_t after) {
    partner_before_[before] = after;
    partner_after_[after] = before;
    const std::string& old_name = name(before_, before_.functions[before].name);
    const std::string& new_name = name(after_, after_.functions[after].name);
    if (old_name != new_name) rename(old_name, new_name);
  }

  void pair_functions() {
    std::unordered_map<std::string, uint32_t> by_name;
    for (uint32_t k = 0; k < before_.functions.size(); ++k)
      by_name[name(before_, before_.functions[k].name)] = k;
    for (uint32_t k = 0; k < after_.functions.size(); ++k) {
      const auto found = by_name.find(name(after_, after_.functions[k].name));
      if (found != by_name.end()) pair(found->second, k);
    }
    for (uint32_t k = 0; k < after_.functions.size(); ++k) {
      if (partner_after_[k] != kUnmatched) continue;
      const uint32_t best = most_alike(after_.functions[k]);
      if (best != kUnmatched) pair(best, k);
    }
  }

  uint32_t most_alike(const VersionFunction& function) const {
    uint32_t best = kUnmatched;
    size_t best_common = 0;
    for (uint32_t k = 0; k < before_.functions.size(); ++k) {
      if (partner_before_[k] != kUnmatched) continue;
      const VersionFunction& other = before_.functions[k];
      const size_t common = in_common(other, function);
      const size_t larger = std::max(other.statements.size(), function.statements.size());
      const bool same = other.hash == function.hash && common == larger;
      const bool alike = larger >= kFewestStatements && common * 100 >= larger * kAlikePercent;
      if ((same || alike) && common > best_common) {
        best = k;
        best_common = common;
      }
    }
    return best;
  }

  size_t in_common(const VersionFunction& before, const VersionFunction& after) const {
    std::unordered_map<uint64_t, size_t> values;
    for (const VersionStatement& statement : before.statements) ++values[statement.value];
    size_t common = 0;
    for (const VersionStatement& statement : after.statements) {
      const auto found = values.find(statement.value);
      if (found == values.end() || found->second == 0) continue;
      --found->second;
      ++common;
    }
    return common;
  }

  // Texts are lists of words; a name is one of them, or stands between & and +.
  std::string with_old_names(const std::string& text) const {
    std::string result;
    for (size_t start = 0; start < text.size();) {
      size_t end = std::min(text.find(' ', start), text.size());
      std::string word = text.substr(start, end - start);
      const bool is_address = word.starts_with('&');
      const size_t plus = is_address ? std::min(word.find('+'), word.size()) : word.size();
      const std::string named = word.substr(is_address, plus - is_address);
      if (const auto found = old_names_.find(named); found != old_names_.end())
        word.replace(is_address, plus - is_address, found->second);
      result += word;
      if (end < text.size()) result += ' ';
      start = end + 1;
    }
    return result;
  }

  void number_texts() {
    std::unordered_map<std::string, uint32_t> numbers;
    const auto number = [&](const std::string& text) {
      return numbers.try_emplace(text, uint32_t(numbers.size())).first->second;
    };
    for (const std::string& text : before_.texts) numbers_before_.push_back(number(text));
    for (const std::string& text : after_.texts)
      numbers_after_.push_back(number(old_names_.empty() ? text : with_old_names(text)));
  }

  static std::vector<uint32_t> texts_of(const VersionFunction& function,
                                        const std::vector<uint32_t>& numbers) {
    std::vector<uint32_t> texts;
    for (const VersionStatement& statement : function.statements)
      texts.push_back(numbers[statement.text]);
    return texts;
  }

  FunctionPair aligned(uint32_t before, uint32_t after) const {
    FunctionPair pair{.before = before, .after = after, .renamed = false, .statements = {}};
    std::vector<uint32_t> first, second;
    if (before != kUnmatched) first = texts_of(before_.functions[before], numbers_before_);
    if (after != kUnmatched) second = texts_of(after_.functions[after], numbers_after_);
    if (before != kUnmatched && after != kUnmatched)
      pair.renamed = name(before_, before_.functions[before].name) !=
                     name(after_, after_.functions[after].name);
    pair.statements = align(first, second);
    if (before != kUnmatched && after != kUnmatched)
      OperandAligner(before_.functions[before], after_.functions[after], first, second,
                     pair.statements)
          .run();
    return pair;
  }

  const Version& before_;
  const Version& after_;
  std::vector<uint32_t> partner_before_;
  std::vector<uint32_t> partner_after_;
  std::map<std::string, std::string> new_names_;
  std::map<std::string, std::string> old_names_;
  std::vector<uint32_t> numbers_before_;  // by TextIndex: the same number for the same text
  std::vector<uint32_t> numbers_after_;
};

}  // namespace

Alignment align(const std::vector<uint32_t>& first, const std::vector<uint32_t>& second) {
  Alignment result{std::vector<uint32_t>(first.size(), kUnmatched),
                   std::vector<uint32_t>(second.size(), kUnmatched)};
  const auto pair = [&](size_t a, size_t b) {
    result.of_first[a] = uint32_t(b);
    result.of_second[b] = uint32_t(a);
  };
  size_t begin = 0, end_first = first.size(), end_second = second.size();
  while (begin < end_first && begin < end_second && first[begin] == second[begin]) {
    pair(begin, begin);
    ++begin;
  }
  while (end_first > begin && end_second > begin && first[end_first - 1] == second[end_second - 1])
    pair(--end_first, --end_second);
  const size_t rows = end_first - begin, columns = end_second - begin;
  if (rows == 0 || columns == 0 || (rows + 1) > kMaxTable / (columns + 1)) return result;

  std::vector<uint32_t> longest((rows + 1) * (columns + 1));
  const auto at = [&](size_t row, size_t column) -> uint32_t& {
    return longest[row * (columns + 1) + column];
  };
  for (size_t row = rows; row-- > 0;)
    for (size_t column = columns; column-- > 0;)
      at(row, column) = first[begin + row] == second[begin + column]
                            ? at(row + 1, column + 1) + 1
                            : std::max(at(row + 1, column), at(row, column + 1));
  for (size_t row = 0, column = 0; row < rows && column < columns;) {
    if (first[begin + row] == second[begin + column])
      pair(begin + row++, begin + column++);
    else if (at(row + 1, column) >= at(row, column + 1))
      ++row;
    else
      ++column;
  }
  return result;
}

const FunctionPair& VersionMatch::pair_of_before(uint32_t function) const {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const FunctionPair& p) { return p.before == function; });
  INVARIANT(found != functions.end(), "each function of the version before is in a pair");
  return *found;
}

const FunctionPair& VersionMatch::pair_of_after(uint32_t function) const {
  INVARIANT(function < functions.size() && functions[function].after == function,
            "the functions of the later version come first, in order");
  return functions[function];
}

VersionMatch match(const Version& before, const Version& after) {
  return Matcher(before, after).match();
}

}  // namespace heddle
