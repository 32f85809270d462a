// SPDX-License-Identifier: Apache-2.0
#include "incremental/match.h"

#include <algorithm>
#include <unordered_map>

#include "support/invariant.h"

namespace heddle {

namespace {

// Larger tables are not worth their memory: what lies between the common ends then counts as changed.
constexpr size_t kMaxTable = 25'000'000;

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
  Matcher(const Version& before, const Version& after)
      : before_(before), after_(after), names_(before, after) {}

  VersionMatch match() {
    number_texts();
    VersionMatch result{.functions = {}, .variables = {}, .new_names = names_.new_names()};
    for (uint32_t k = 0; k < after_.functions.size(); ++k)
      result.functions.push_back(aligned(names_.function_before(k), k));
    for (uint32_t k = 0; k < before_.functions.size(); ++k)
      if (names_.function_after(k) == kUnmatched)
        result.functions.push_back(aligned(k, kUnmatched));
    for (uint32_t k = 0; k < after_.globals.size(); ++k) result.variables.push_back(variable(k));
    return result;
  }

 private:
  VariablePair variable(uint32_t after) const {
    const uint32_t before = names_.variable_before(after);
    const bool same = before != kUnmatched && numbers_before_[before_.globals[before].contents] ==
                                                  numbers_after_[after_.globals[after].contents];
    return {before, after, same};
  }

  void number_texts() {
    std::unordered_map<std::string, uint32_t> numbers;
    const auto number = [&](const std::string& text) {
      return numbers.try_emplace(text, uint32_t(numbers.size())).first->second;
    };
    for (const std::string& text : before_.texts) numbers_before_.push_back(number(text));
    for (const std::string& text : after_.texts)
      numbers_after_.push_back(number(names_.has_new_names() ? names_.with_old_names(text) : text));
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
      pair.renamed = before_.texts[before_.functions[before].name] !=
                     after_.texts[after_.functions[after].name];
    pair.statements = align(first, second);
    if (before != kUnmatched && after != kUnmatched)
      OperandAligner(before_.functions[before], after_.functions[after], first, second,
                     pair.statements)
          .run();
    return pair;
  }

  const Version& before_;
  const Version& after_;
  const SameNames names_;
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
