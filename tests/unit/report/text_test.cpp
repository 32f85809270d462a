// Tests of the text output: what a reader must find, not how many blanks stand between.
// SPDX-License-Identifier: Apache-2.0
#include "report/text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "report/layout.h"
#include "report/samples.h"

namespace heddle {
namespace {

std::string plain(const CheckResult& result, const TextOptions& options = {}) {
  return write_text(result, Style::plain(), options);
}

// The text with each run of blanks as one and none at the beginning of a line, so that tests need
// not know the columns.
std::string squeezed(const std::string& text) {
  std::string result;
  for (const char byte : text)
    if (byte != ' ' || (!result.empty() && result.back() != ' ' && result.back() != '\n'))
      result += byte;
  return result;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

size_t count_of(const std::string& text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

#define EXPECT_CONTAINS(text, part) EXPECT_TRUE(contains(text, part)) << (text)
#define EXPECT_LACKS(text, part) EXPECT_FALSE(contains(text, part)) << (text)

std::vector<CheckResult> all_samples() {
  return {samples::lost_update(),    samples::data_race(),      samples::deadlock(),
          samples::use_after_free(), samples::verified(),       samples::incomplete(),
          samples::long_trace(200),  samples::local_stretch(20)};
}

TEST(Text, HasNoEscapeCodesWithoutColours) {
  for (const CheckResult& result : all_samples()) EXPECT_LACKS(plain(result), "\x1b");
}

TEST(Text, ColoursChangeNothingButTheLook) {
  for (const CheckResult& result : all_samples()) {
    std::string colored = write_text(result, Style::colored(), {});
    EXPECT_CONTAINS(colored, "\x1b[");
    for (size_t at = colored.find('\x1b'); at != std::string::npos; at = colored.find('\x1b'))
      colored.erase(at, colored.find('m', at) + 1 - at);
    EXPECT_EQ(colored, plain(result));
  }
}

TEST(Text, StaysWithinThePage) {
  for (const CheckResult& result : all_samples())
    for (const std::string& line : split_lines(plain(result)))
      EXPECT_LE(display_width(line), kPageWidth) << line;
}

TEST(Text, HeadlineNamesKindMessageAndPlace) {
  const std::string text = plain(samples::lost_update());
  EXPECT_TRUE(
      text.starts_with("error[assertion]: assertion `balance == 240` failed\n"
                       "  --> src/bank.c:26, in main\n"))
      << text;
}

TEST(Text, LostUpdateReadsAsAStory) {
  const std::string text = squeezed(plain(samples::lost_update()));
  EXPECT_CONTAINS(text, "── main (thread 0) starts ──");
  EXPECT_CONTAINS(text, "── main waits; teller#1 (thread 1) starts ──");
  EXPECT_CONTAINS(text,
                  "── teller#1 is interrupted within bank.c:9; teller#2 (thread 2) starts ──");
  EXPECT_CONTAINS(text, "── teller#2 has ended; teller#1 (thread 1) goes on ──");
  EXPECT_CONTAINS(text, "bank.c:9 deposit │ balance = balance + amount; balance: 190 -> 200");
  EXPECT_CONTAINS(text, "bank.c:26 main │ assert(balance == 240); main is here");
}

TEST(Text, EventsOfOneLineShareItsSource) {
  const std::string text = squeezed(plain(samples::lost_update()));
  EXPECT_CONTAINS(text, "balance = balance + amount; reads balance = 100\n│ balance: 100 -> 150");
}

TEST(Text, EffectsStandInOneColumn) {
  const std::vector<std::string> lines = split_lines(plain(samples::lost_update()));
  std::vector<size_t> columns;
  for (const std::string& line : lines)
    if (const size_t at = line.find("reads balance"); at != std::string::npos)
      columns.push_back(display_width(line.substr(0, at)));
  ASSERT_GT(columns.size(), 3u);
  EXPECT_EQ(std::count(columns.begin(), columns.end(), columns[0]), ptrdiff_t(columns.size()));
}

TEST(Text, ProgramOutputIsShown) {
  const std::string text = plain(samples::lost_update());
  EXPECT_CONTAINS(text, "prints \"balance 200\\n\"");
  EXPECT_CONTAINS(text, "What the program printed on the way:\n  │ balance 200\n");
}

TEST(Text, LongProgramOutputIsCutAtItsBeginning) {
  CheckResult result = samples::lost_update();
  for (int i = 0; i < 100; ++i) result.errors[0].output += "line " + std::to_string(i) + "\n";
  EXPECT_CONTAINS(plain(result), "... 81 lines before these");
  EXPECT_CONTAINS(plain(result), "│ line 99\n");
  EXPECT_LACKS(plain(result), "│ line 5\n");
  EXPECT_CONTAINS(plain(result, {.full_trace = true}), "│ line 5\n");
}

TEST(Text, RaceShowsBothAccessesWithBothStacks) {
  const std::string text = squeezed(plain(samples::data_race()));
  EXPECT_CONTAINS(text,
                  "teller#1 (thread 1):\ndeposit bank.c:9 │ balance = balance + amount;\n"
                  "teller bank.c:14 │");
  EXPECT_CONTAINS(text,
                  "teller#2 (thread 2): reads balance\ndeposit bank.c:9 │ "
                  "balance = balance + amount;\nteller bank.c:14 │");
  EXPECT_CONTAINS(text, "teller#2 is here: reads balance");
}

TEST(Text, DeadlockShowsTheCycleOnce) {
  const std::string text = squeezed(plain(samples::deadlock()));
  for (const char* thread : {"philosopher#1 (thread 1): holds fork[0], waits for fork[1]",
                             "philosopher#2 (thread 2): holds fork[1], waits for fork[2]",
                             "philosopher#3 (thread 3): holds fork[2], waits for fork[0]"})
    EXPECT_EQ(count_of(text, thread), 1u) << text;
  EXPECT_LACKS(text, "philosopher#1 (thread 1):\n");
  EXPECT_CONTAINS(text, "waits for fork[0], held by philosopher#1");
  EXPECT_CONTAINS(text, "philosopher#1 is interrupted, holding fork[0]; philosopher#2 (thread 2)");
}

TEST(Text, MemoryErrorShowsAllocationAndFree) {
  const std::string text = squeezed(plain(samples::use_after_free()));
  EXPECT_CONTAINS(text,
                  "main (thread 0): allocated here: 16 bytes\n... malloc (library)\n"
                  "list_push list/list.c:18 │");
  EXPECT_CONTAINS(text, "cleaner (thread 2): freed here\n");
  EXPECT_CONTAINS(text, "frees node#1");
  // The note tells where cleaner was when it freed, not where it stands now.
  EXPECT_CONTAINS(text, "── cleaner is interrupted, holding list.lock; reader (thread 1) goes on");
}

TEST(Text, FilesLoseTheirSharedDirectory) {
  const std::string text = plain(samples::use_after_free());
  EXPECT_CONTAINS(text, "  list/list.c:41 ");
  EXPECT_CONTAINS(text, "  main.c:11 ");
  EXPECT_CONTAINS(text, "--> project/list/list.c:30");
}

TEST(Text, LibraryFramesAreFoldedUnlessAskedFor) {
  EXPECT_LACKS(plain(samples::deadlock()), "heddle_thread_start");
  EXPECT_LACKS(plain(samples::deadlock()), "runtime/mutex.c:40");
  EXPECT_CONTAINS(plain(samples::deadlock(), {.show_library = true}), "runtime/mutex.c:40");
}

TEST(Text, DetailsOfTheCxxLibraryOrWhatStandsForThem) {
  CheckResult result = samples::deadlock();
  std::vector<TraceEvent>& events = result.errors[0].trace.steps[4].events;
  const Place place = events[0].place;
  events.push_back({.kind = EventKind::Write,
                    .place = place,
                    .operation = "push_back",
                    .object = "numbers",
                    .summary = true});
  events.push_back({.kind = EventKind::Write,
                    .place = place,
                    .object = "numbers._M_finish",
                    .value = "1",
                    .library = true});
  EXPECT_CONTAINS(plain(result), "writes numbers (in push_back)");
  EXPECT_LACKS(plain(result), "numbers._M_finish");
  EXPECT_CONTAINS(plain(result, {.show_library = true}), "numbers._M_finish = 1");
  EXPECT_LACKS(plain(result, {.show_library = true}), "push_back");
}

TEST(Text, OfACallIntoTheCxxLibraryTheOuterFunctionIsNamed) {
  CheckResult result = samples::deadlock();
  std::vector<StackLine>& stack = result.errors[0].notes[0].stack;
  stack.clear();
  for (const char* name : {"pthread_mutex_lock", "std::mutex::lock", "std::lock_guard::lock_guard"})
    stack.push_back({{.file = "lock.h", .line = 1, .function = name}, true});
  stack.push_back({result.errors[0].location, false});
  EXPECT_CONTAINS(plain(result), "... std::lock_guard::lock_guard (library)");
  EXPECT_LACKS(plain(result), "std::mutex::lock");
}

TEST(Text, LongQualifiedNamesLoseTheirOuterScopes) {
  CheckResult result = samples::deadlock();
  TraceEvent& event = result.errors[0].trace.steps[4].events[0];
  event.place.function = "company::storage::Cache<int>::insert_or_update";
  EXPECT_CONTAINS(plain(result), " Cache<int>::insert_or_u…");
  event.place.function = "lambda in company::storage::Cache::insert";
  EXPECT_CONTAINS(plain(result), " lambda in Cache::insert");
}

TEST(Text, HeldLocksAreToldWhereTheyAreNotObvious) {
  CheckResult result = samples::deadlock();
  TraceStep& step = result.errors[0].trace.steps[4];
  ASSERT_EQ(step.events[0].kind, EventKind::Acquire);
  EXPECT_LACKS(plain(result), "now holds");
  step.held_locks = {"table", "fork[0]"};
  EXPECT_CONTAINS(plain(result), "takes fork[0], now holds table and fork[0]");
}

TEST(Text, LongLocalStretchesAreFoldedUnlessAskedFor) {
  const std::string folded = plain(samples::local_stretch(20));
  EXPECT_CONTAINS(folded, "... 20 local accesses");
  EXPECT_LACKS(folded, "cell[7]");
  EXPECT_CONTAINS(folded, "reads limit = 9");
  const std::string shown = plain(samples::local_stretch(20), {.show_local = true});
  EXPECT_LACKS(shown, "local accesses");
  EXPECT_CONTAINS(shown, "cell[7] = 0");
}

TEST(Text, ShortLocalStretchesAreShown) {
  EXPECT_CONTAINS(plain(samples::local_stretch(2)), "cell[1] = 0");
  EXPECT_CONTAINS(plain(samples::local_stretch(4)), "... 4 local accesses");
}

TEST(Text, LongTracesAreFoldedInTheMiddle) {
  const std::string folded = plain(samples::long_trace(200));
  EXPECT_CONTAINS(folded, "counter: 0 -> 1");
  EXPECT_CONTAINS(folded, "counter: 399 -> 400");
  EXPECT_LACKS(folded, "counter: 150 -> 151");
  EXPECT_CONTAINS(folded, "--full-trace");
  EXPECT_CONTAINS(folded, "--save-trace");
  EXPECT_LT(split_lines(folded).size(), 400u);
  const std::string full = plain(samples::long_trace(200), {.full_trace = true});
  EXPECT_CONTAINS(full, "counter: 150 -> 151");
  EXPECT_LACKS(full, "folded here");
  EXPECT_LACKS(plain(samples::long_trace(50)), "folded here");
}

TEST(Text, DeepStacksAreFoldedInTheMiddle) {
  CheckResult result = samples::use_after_free();
  std::vector<StackLine>& stack = result.errors[0].stack;
  stack.assign(1000, stack.front());
  for (size_t k = 0; k < stack.size(); ++k)
    stack[k].place.function = "depth_" + std::to_string(k) + "_";
  const std::string folded = plain(result);
  EXPECT_CONTAINS(folded, "depth_0_");
  EXPECT_CONTAINS(folded, "depth_29_");
  EXPECT_LACKS(folded, "depth_30_");
  EXPECT_CONTAINS(folded, "... 960 more calls folded here");
  EXPECT_LACKS(folded, "depth_989_");
  EXPECT_CONTAINS(folded, "depth_990_");
  EXPECT_CONTAINS(folded, "depth_999_");
  EXPECT_CONTAINS(plain(result, {.full_trace = true}), "depth_500_");
}

TEST(Text, FoldCountsWhatItHides) {
  const size_t full = split_lines(plain(samples::long_trace(200), {.full_trace = true})).size();
  const std::string folded = plain(samples::long_trace(200));
  const size_t at = folded.find("  ... ") + 6;
  const size_t hidden = std::stoul(folded.substr(at));
  size_t added = 3;  // the notice between two blank lines
  if (contains(folded, ", continued ──")) ++added;
  EXPECT_EQ(split_lines(folded).size() - added + hidden, full);
}

TEST(Text, RepeatedEffectsAreCounted) {
  CheckResult result = samples::long_trace(1);
  Trace& trace = result.errors[0].trace;
  TraceStep spin = trace.steps[0];
  spin.events.resize(1);
  trace.steps = {spin, spin, spin};
  EXPECT_CONTAINS(plain(result), "reads counter = 0 (3 times)");
}

TEST(Text, HostileTextStaysOnItsLine) {
  CheckResult result = samples::data_race();
  ErrorReport& error = result.errors[0];
  error.message = "bad \x1b[31m\nmessage";
  error.notes[0].text = "note\r\x1b]0;title";
  error.output = "\x1b[2Jgone\n";
  error.trace.steps[0].events[0].place.text = "a\x1b[1mb";
  const std::string text = plain(result);
  EXPECT_LACKS(text, "\x1b");
  EXPECT_LACKS(text, "\r");
  EXPECT_CONTAINS(text, "bad \\x1b[31m\\nmessage");
}

TEST(Text, AnErrorWithoutAnyDetailIsStillReported) {
  CheckResult result;
  result.verdict = Verdict::Error;
  result.errors.emplace_back();
  result.errors[0].kind = ErrorKind::Leak;
  result.errors[0].message = "1 object is never freed";
  const std::string text = plain(result);
  EXPECT_CONTAINS(text, "error[leak]: 1 object is never freed\n");
  EXPECT_CONTAINS(text, "error found: leak.\n");
  EXPECT_LACKS(text, "How it happens");
}

TEST(Text, SeveralErrorsAreListedAtTheEnd) {
  CheckResult result = samples::lost_update();
  result.errors.push_back(samples::data_race().errors[0]);
  const std::string text = plain(result);
  EXPECT_CONTAINS(text, "error found: 2 different ones.\n");
  EXPECT_CONTAINS(text, "  data-race at src/bank.c:9: teller#1 writes balance while");
}

TEST(Text, EndsWithVerdictFiguresAndAssumptions) {
  const std::string text = plain(samples::verified());
  EXPECT_TRUE(text.starts_with("verified: every interleaving was explored")) << text;
  EXPECT_CONTAINS(text, "1,234 states, 5,678 transitions, 345 choices, 0.43 s, 12.0 MiB\n");
  EXPECT_CONTAINS(text, "Choices avoided: 20 by race freedom, 5 by the happens-before order.\n");
  EXPECT_CONTAINS(text, "Assumes: sequentially consistent memory; no spurious wake-ups;");
}

TEST(Text, WhatAnEarlierRunExploredIsNotToldAsThisOnes) {
  CheckResult result = samples::verified();
  EXPECT_CONTAINS(plain(result), "every interleaving was explored, and none");
  result.statistics.covered = 1;
  EXPECT_CONTAINS(plain(result), "every interleaving was explored, now or before, and none");
  result.statistics.covered = result.statistics.states = 0;
  EXPECT_CONTAINS(plain(result), "every interleaving was explored, now or before, and none");
}

TEST(Text, IncompleteGivesItsReasonAndPromisesNothing) {
  const std::string text = plain(samples::incomplete());
  EXPECT_TRUE(text.starts_with("incomplete: the limit of 1,000,000 states was reached")) << text;
  EXPECT_CONTAINS(text, "the rest is unknown");
  EXPECT_LACKS(text, "verified");
}

}  // namespace
}  // namespace heddle
