// SPDX-License-Identifier: Apache-2.0
#include "incremental/same_names.h"

#include <algorithm>
#include <unordered_map>

#include "incremental/mangled_name.h"

namespace heddle {

namespace {

// Functions of different names are one, if so much of the larger one is in both.
constexpr size_t kAlikePercent = 60;
constexpr size_t kFewestStatements = 8;

using Indices = std::vector<uint32_t>;

// Texts are lists of words; a name is one of them, or stands between & and +.
template <typename Replace>
std::string with_names_replaced(const std::string& text, Replace replace) {
  std::string result;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find(' ', start), text.size());
    std::string word = text.substr(start, end - start);
    const bool is_address = word.starts_with('&');
    const size_t plus = is_address ? std::min(word.find('+'), word.size()) : word.size();
    word.replace(is_address, plus - is_address,
                 replace(word.substr(is_address, plus - is_address)));
    result += word;
    if (end < text.size()) result += ' ';
    start = end + 1;
  }
  return result;
}

std::set<std::string> source_names_in(const Version& version) {
  std::set<std::string> names;
  for (const std::string& text : version.texts)
    with_names_replaced(text, [&](const std::string& name) {
      if (is_mangled(name))
        for (std::string& part : parts_of(name).source_names) names.insert(std::move(part));
      return name;
    });
  return names;
}

// Those that meet are taken out of both lists.
template <typename Meet>
void pair_those(Indices& before, Indices& after, Meet meet) {
  std::erase_if(after, [&](uint32_t second) {
    const auto first =
        std::find_if(before.begin(), before.end(), [&](uint32_t k) { return meet(k, second); });
    if (first == before.end()) return false;
    before.erase(first);
    return true;
  });
}

}  // namespace

SameNames::SameNames(const Version& before, const Version& after) : before_(before), after_(after) {
  functions_ = {Indices(before.functions.size(), kUnmatched),
                Indices(after.functions.size(), kUnmatched)};
  variables_ = {Indices(before.globals.size(), kUnmatched),
                Indices(after.globals.size(), kUnmatched)};
  pair_functions();
  pair_variables_by_name();
  pair_variables_by_contents();
  collect_renames();
}

bool SameNames::Partners::pair(uint32_t before, uint32_t after) {
  if (of_before[before] != kUnmatched || of_after[after] != kUnmatched) return false;
  of_before[before] = after;
  of_after[after] = before;
  return true;
}

SameNames::Families SameNames::families_of_functions(const Version& version,
                                                     const Indices& partners,
                                                     Numbered which) const {
  Families families;
  for (uint32_t k = 0; k < version.functions.size(); ++k) {
    const std::string& name = function_name(version, k);
    const bool is_within = is_within_lambda(name) && !lambda_of(name);
    if (partners[k] == kUnmatched && is_within == (which == Numbered::ByCompilerWithin))
      families[{without_numbers(name), version.texts[version.functions[k].file]}].push_back(k);
  }
  return families;
}

SameNames::Families SameNames::families_of_variables(const Version& version) {
  Families families;
  for (uint32_t k = 0; k < version.globals.size(); ++k) {
    const VersionGlobal& global = version.globals[k];
    families[{without_numbers(version.texts[global.name]), version.texts[global.file]}].push_back(
        k);
  }
  return families;
}

void SameNames::pair_functions() {
  // What stands in a lambda is named by the lambda's number, which has to be known first.
  pair_families(Numbered::Otherwise);
  pair_by_exact_name();
  for (uint32_t k = 0; k < after_.functions.size(); ++k) {
    if (functions_.of_after[k] != kUnmatched || function_name(after_, k).starts_with("_ZZ"))
      continue;
    const uint32_t best = most_alike(k);
    if (best == kUnmatched) continue;
    pair_function(best, k);
    pair_by_names_within();
  }
  pair_by_names_within();
  pair_families(Numbered::ByCompilerWithin);
  for (uint32_t k = 0; k < after_.functions.size(); ++k) {
    const uint32_t best = functions_.of_after[k] == kUnmatched ? most_alike(k) : kUnmatched;
    if (best != kUnmatched) pair_function(best, k);
  }
}

void SameNames::pair_families(Numbered which) {
  Families before = families_of_functions(before_, functions_.of_before, which);
  for (auto& [family, members] : families_of_functions(after_, functions_.of_after, which))
    if (const auto found = before.find(family); found != before.end())
      pair_in_family(std::move(found->second), std::move(members));
}

void SameNames::pair_in_family(Indices before, Indices after) {
  const auto pair_if = [&](auto meet) {
    pair_those(before, after, [&](uint32_t first, uint32_t second) {
      if (!meet(first, second)) return false;
      pair_function(first, second);
      return true;
    });
  };
  const auto always = [](uint32_t, uint32_t) { return true; };
  if (before.size() == 1 && after.size() == 1) return pair_if(always);
  pair_if([&](uint32_t first, uint32_t second) { return same_contents(first, second); });
  pair_if([&](uint32_t first, uint32_t second) {
    return before_.functions[first].hash == after_.functions[second].hash;
  });
  pair_if([&](uint32_t first, uint32_t second) {
    const VersionFunction& old = before_.functions[first];
    const VersionFunction& now = after_.functions[second];
    const size_t larger = std::max(old.statements.size(), now.statements.size());
    return in_common(old, now) * 100 >= larger * kAlikePercent;
  });
  if (before.size() == after.size()) return pair_if(always);
  pair_if([&](uint32_t first, uint32_t second) {
    return function_name(before_, first) == function_name(after_, second);
  });
}

bool SameNames::same_contents(uint32_t before, uint32_t after) const {
  const VersionFunction& old = before_.functions[before];
  const VersionFunction& now = after_.functions[after];
  const auto comparable = [](const std::string& text) {
    return with_names_replaced(text, without_numbers);
  };
  return old.hash == now.hash &&
         std::equal(old.statements.begin(), old.statements.end(), now.statements.begin(),
                    now.statements.end(),
                    [&](const VersionStatement& a, const VersionStatement& b) {
                      return comparable(before_.texts[a.text]) == comparable(after_.texts[b.text]);
                    });
}

void SameNames::pair_by_exact_name() {
  std::unordered_map<std::string, uint32_t> by_name;
  for (uint32_t k = 0; k < before_.functions.size(); ++k)
    if (functions_.of_before[k] == kUnmatched) by_name[function_name(before_, k)] = k;
  for (uint32_t k = 0; k < after_.functions.size(); ++k) {
    const std::string& name = function_name(after_, k);
    // A number alone does not make them the same.
    if (functions_.of_after[k] != kUnmatched || is_within_lambda(name)) continue;
    const auto found = by_name.find(name);
    if (found != by_name.end()) pair_function(found->second, k);
  }
}

void SameNames::pair_by_names_within() {
  if (old_within_.empty()) return;
  std::unordered_map<std::string, uint32_t> by_name;
  for (uint32_t k = 0; k < before_.functions.size(); ++k)
    if (functions_.of_before[k] == kUnmatched) by_name[function_name(before_, k)] = k;
  for (uint32_t k = 0; k < after_.functions.size(); ++k) {
    if (functions_.of_after[k] != kUnmatched || !is_mangled(function_name(after_, k))) continue;
    const auto found = by_name.find(with_old_names_within(function_name(after_, k)));
    if (found != by_name.end()) pair_function(found->second, k);
  }
}

void SameNames::pair_function(uint32_t before, uint32_t after) {
  if (!functions_.pair(before, after)) return;
  const std::string& old_name = function_name(before_, before);
  const std::string& new_name = function_name(after_, after);
  if (is_mangled(old_name) && is_mangled(new_name) && old_name != new_name)
    learn_renames_within(old_name, new_name);
}

void SameNames::learn_renames_within(const std::string& before, const std::string& after) {
  // What stands in a function has "Z", the function's name without "_Z", and "E" in its name.
  old_within_["Z" + after.substr(2) + "E"] = "Z" + before.substr(2) + "E";
  const auto old_lambda = lambda_of(before), new_lambda = lambda_of(after);
  if (old_lambda && new_lambda) old_within_[*new_lambda] = *old_lambda;
  const MangledParts old_parts = parts_of(before), new_parts = parts_of(after);
  if (old_parts.between != new_parts.between || is_within_lambda(after)) return;
  for (size_t k = 0; k < new_parts.source_names.size(); ++k)
    if (old_parts.source_names[k] != new_parts.source_names[k])
      learn_source_name(old_parts.source_names[k], new_parts.source_names[k]);
}

// A class, say, has another name everywhere if each name is in one version only.
void SameNames::learn_source_name(const std::string& before, const std::string& after) {
  if (source_names_before_.empty()) {
    source_names_before_ = source_names_in(before_);
    source_names_after_ = source_names_in(after_);
  }
  if (!source_names_after_.contains(before) && !source_names_before_.contains(after))
    old_within_[after] = before;
}

// The longest one at each place; what was replaced is not replaced again.
std::string SameNames::with_old_names_within(const std::string& name) const {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::string result;
  for (size_t k = 0; k < name.size();) {
    const std::pair<const std::string, std::string>* found = nullptr;
    for (const auto& entry : old_within_) {
      const bool here = name.compare(k, entry.first.size(), entry.first) == 0 &&
                        !(k > 0 && is_digit(name[k - 1]) && is_digit(entry.first[0]));
      if (here && (!found || entry.first.size() > found->first.size())) found = &entry;
    }
    result += found ? found->second : name.substr(k, 1);
    k += found ? found->first.size() : 1;
  }
  return result;
}

uint32_t SameNames::most_alike(uint32_t after) const {
  const VersionFunction& function = after_.functions[after];
  uint32_t best = kUnmatched;
  size_t best_common = 0;
  for (uint32_t k = 0; k < before_.functions.size(); ++k) {
    if (functions_.of_before[k] != kUnmatched) continue;
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

size_t SameNames::in_common(const VersionFunction& before, const VersionFunction& after) const {
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

void SameNames::pair_variables_by_name() {
  Families before = families_of_variables(before_);
  for (const auto& [family, members] : families_of_variables(after_)) {
    const auto found = before.find(family);
    // In order, if none was added or removed; else by their numbers.
    if (found == before.end() || found->second.size() != members.size()) continue;
    for (size_t k = 0; k < members.size(); ++k) variables_.pair(found->second[k], members[k]);
  }
  std::unordered_map<std::string, uint32_t> by_name;
  for (uint32_t k = 0; k < before_.globals.size(); ++k)
    by_name[before_.texts[before_.globals[k].name]] = k;
  for (uint32_t k = 0; k < after_.globals.size(); ++k) {
    const std::string& name = after_.texts[after_.globals[k].name];
    const auto found = by_name.find(is_mangled(name) ? with_old_names_within(name) : name);
    if (found != by_name.end()) variables_.pair(found->second, k);
  }
}

void SameNames::pair_variables_by_contents() {
  std::map<std::string, Indices> gone, made;
  for (uint32_t k = 0; k < before_.globals.size(); ++k)
    if (variables_.of_before[k] == kUnmatched)
      gone[before_.texts[before_.globals[k].contents]].push_back(k);
  for (uint32_t k = 0; k < after_.globals.size(); ++k)
    if (variables_.of_after[k] == kUnmatched)
      made[after_.texts[after_.globals[k].contents]].push_back(k);
  // With several of a kind it would be a guess.
  for (const auto& [contents, variables] : made)
    if (const auto found = gone.find(contents);
        found != gone.end() && found->second.size() == 1 && variables.size() == 1)
      variables_.pair(found->second[0], variables[0]);
}

void SameNames::collect_renames() {
  std::set<std::string> names_before, names_after;
  const auto visit = [](const Version& version, const Partners& functions,
                        const Indices Partners::* functions_side, const Partners& variables,
                        auto act) {
    for (uint32_t k = 0; k < version.functions.size(); ++k)
      act(version.texts[version.functions[k].name], (functions.*functions_side)[k], true);
    for (uint32_t k = 0; k < version.globals.size(); ++k)
      act(version.texts[version.globals[k].name], (variables.*functions_side)[k], false);
  };
  const auto visit_before = [&](auto act) {
    visit(before_, functions_, &Partners::of_before, variables_, act);
  };
  const auto visit_after = [&](auto act) {
    visit(after_, functions_, &Partners::of_after, variables_, act);
  };
  visit_before([&](const std::string& name, uint32_t, bool) { names_before.insert(name); });
  visit_after([&](const std::string& name, uint32_t, bool) { names_after.insert(name); });
  visit_before([&](const std::string& name, uint32_t partner, bool is_function) {
    if (partner == kUnmatched) {
      if (names_after.contains(name)) new_names_[name] = "gone:" + name;
      return;
    }
    const std::string& now =
        after_.texts[is_function ? after_.functions[partner].name : after_.globals[partner].name];
    if (now == name) return;
    new_names_[name] = now;
    old_names_[now] = name;
  });
  visit_after([&](const std::string& name, uint32_t partner, bool) {
    if (partner == kUnmatched && names_before.contains(name)) old_names_[name] = "new:" + name;
  });
}

std::string SameNames::with_old_names(const std::string& text) const {
  return with_names_replaced(text, [&](const std::string& name) {
    if (const auto found = old_names_.find(name); found != old_names_.end()) return found->second;
    return is_mangled(name) && !old_within_.empty() ? with_old_names_within(name) : name;
  });
}

}  // namespace heddle
