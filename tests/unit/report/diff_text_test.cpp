// SPDX-License-Identifier: Apache-2.0
#include "report/diff_text.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

// One edited statement among many that use its value, and one pair with an error among many without.
DiffReport long_report() {
  DiffReport report{.base = "revision main", .mode = "bugs"};
  for (uint32_t line = 1; line <= 30; ++line) {
    const ChangeRule rule = line == 30 ? ChangeRule::Statement : ChangeRule::Value;
    report.changes.push_back(
        {ChangeKind::Changed, rule, "shared write", "counter", {"queue.c", line, "work"}});
    FragmentReport fragment{.changes = {line - 1}, .first = {"queue.c", line, "work"}};
    fragment.last_line = line;
    report.fragments.push_back(fragment);
    PairReport pair{.fragments = {line - 1}, .modified = "work", .other = "main"};
    pair.outcome = line == 30 ? PairOutcome::Error : PairOutcome::Explored;
    pair.statistics.states = 10;
    report.pairs.push_back(pair);
  }
  return report;
}

size_t count(const std::string& text, const std::string& what) {
  size_t found = 0;
  for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}

TEST(DiffText, LongListsAreFoldedButNotWhatMatters) {
  const std::string text = write_diff(long_report(), Style::plain(), {});
  EXPECT_EQ(count(text, "changed  queue.c:"), 21u);
  EXPECT_EQ(count(text, "changed  queue.c:30"), 1u);
  EXPECT_EQ(count(text, "... and 9 more"), 3u);
  EXPECT_EQ(count(text, "90 states"), 1u);
  EXPECT_EQ(count(text, "error, 10 states"), 1u);
}

TEST(DiffText, AllOfThemIfAskedFor) {
  const std::string text = write_diff(long_report(), Style::plain(), {.full_trace = true});
  EXPECT_EQ(count(text, "changed  queue.c:"), 30u);
  EXPECT_EQ(count(text, "more"), 0u);
}

TEST(DiffText, PairsTellWhichFragmentsTheyAreAbout) {
  DiffReport report = long_report();
  report.pairs.resize(3);
  report.pairs[0].fragments = {1, 2, 3};
  report.pairs[1].fragments = {1, 3};
  report.pairs[2].fragments.clear();
  for (size_t k = 0; k < 30; ++k) report.pairs[2].fragments.push_back(k);
  const std::string text = write_diff(report, Style::plain(), {});
  EXPECT_EQ(count(text, "2-4        work"), 1u);
  EXPECT_EQ(count(text, "2 of them  work"), 1u);
  EXPECT_EQ(count(text, "all        work"), 1u);
}

}  // namespace
}  // namespace heddle
