// Tests of what a search finds to be left alone from its first choice on.
// SPDX-License-Identifier: Apache-2.0
#include "search/idle_words.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "search/parallel.h"
#include "search_fixture.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;

constexpr uint64_t kLeft = 111, kRead = 222, kInBlock = 333;

std::optional<IdleWords> idle_words(const Program& program, unsigned workers = 1) {
  const SearchOptions options{.keep_transitions = 1'000'000};
  Machine machine(program, {});
  SearchOutcome outcome = search_depth_first(program, {}, options, workers, machine);
  EXPECT_TRUE(outcome.taken);
  return outcome.taken ? graph_of(*outcome.taken).idle : std::nullopt;
}

bool is_idle(const std::optional<IdleWords>& idle, uint64_t value) {
  return idle && std::ranges::count(idle->words, value, &IdleWords::Word::value) > 0;
}

// Main leaves values behind in two globals and a block, and starts two threads of which one reads the second global. What
// main does with the block comes at the end.
Program prepared(const std::function<void(ProgramBuilder&, Operand block)>& end) {
  ProgramBuilder builder;
  const uint64_t left = builder.global("left"), read = builder.global("read");
  const uint64_t common = builder.global("common");
  std::vector<uint64_t> functions, done;
  for (const char* name : {"first", "second"}) {
    done.push_back(builder.global(name));
    functions.push_back(builder.begin(name, 2));
    for (int k = 0; k < 3; ++k) builder.fetch_add(common, 1);
    if (functions.size() == 1) builder.load_from(read);
    builder.store_to(done.back(), 1, kInvisible);
    builder.end_thread();
  }
  builder.begin("main");
  builder.store_to(left, kLeft);
  builder.store_to(read, kRead);
  const Operand block = builder.allocate(8);
  builder.store(builder.constant(kInBlock), block);
  for (const uint64_t function : functions) builder.spawn(function);
  builder.await(SyncKind::Join, done[0], {{done[0], 1}, {done[1], 1}});
  end(builder, block);
  builder.exit();
  return builder.finish();
}

TEST(IdleWords, AreThoseThatNothingUses) {
  const auto idle = idle_words(prepared([](ProgramBuilder&, Operand) {}));
  EXPECT_TRUE(is_idle(idle, kLeft));
  EXPECT_FALSE(is_idle(idle, kRead));
  EXPECT_TRUE(is_idle(idle, kInBlock));
  EXPECT_FALSE(is_idle(idle, 6));  // common, in the end
}

TEST(IdleWords, AreTheSameWithSeveralWorkers) {
  const Program program = prepared([](ProgramBuilder&, Operand) {});
  const auto one = idle_words(program), several = idle_words(program, 3);
  ASSERT_TRUE(one && several);
  EXPECT_EQ(one->words, several->words);
  EXPECT_EQ(one->first_choice, several->first_choice);
}

TEST(IdleWords, ABlockThatIsFreedAtTheEndIsIdle) {
  const auto idle = idle_words(prepared([](ProgramBuilder& b, Operand block) { b.free(block); }));
  EXPECT_TRUE(is_idle(idle, kInBlock));
}

TEST(IdleWords, ABlockThatIsFreedBeforeTheEndIsNot) {
  // Two threads more: there is a choice after it is gone.
  ProgramBuilder builder;
  const uint64_t common = builder.global("common");
  const uint64_t adding = builder.begin("adding", 2);
  for (int k = 0; k < 2; ++k) builder.fetch_add(common, 1);
  builder.end_thread();
  builder.begin("main");
  const Operand block = builder.allocate(8), other = builder.allocate(8);
  builder.store(builder.constant(kInBlock), block);
  builder.store(builder.constant(kLeft), other);
  builder.spawn(adding);
  builder.fetch_add(common, 1);
  builder.free(block);
  builder.fetch_add(common, 1);
  builder.fetch_add(common, 1);
  builder.exit();
  const auto idle = idle_words(builder.finish());
  EXPECT_FALSE(is_idle(idle, kInBlock));
  EXPECT_TRUE(is_idle(idle, kLeft));
}

TEST(IdleWords, AreNotKnownWhereLeaksAreLookedFor) {
  const Program program = prepared([](ProgramBuilder& b, Operand block) { b.free(block); });
  SearchOptions options{.keep_transitions = 1'000'000};
  options.errors.add(ErrorKind::Leak);
  Machine machine(program, {});
  SearchOutcome outcome = search_depth_first(program, {}, options, 1, machine);
  ASSERT_TRUE(outcome.taken);
  EXPECT_FALSE(graph_of(*outcome.taken).idle);
}

TEST(IdleWords, NoneWhereAnExecutionComesBackToBeforeTheFirstChoice) {
  const Fingerprint before{1, 1}, first{2, 2}, later{3, 3};
  TakenTransitions taken;
  taken.runs = {{{0}}};
  const auto go = [&](const Fingerprint& from, const Fingerprint& to) {
    taken.transitions.push_back(
        {taken.states.number_of(from), taken.states.number_of(to), packed({0, 0}), 0});
  };
  go(before, first);
  go(first, later);
  taken.idle = IdleWords{.before = {before}, .first_choice = first, .sharing = {}, .words = {}};
  EXPECT_TRUE(graph_of(taken).idle);
  go(later, before);
  EXPECT_FALSE(graph_of(taken).idle);
}

TEST(IdleWords, OfTwoPartsAreThoseOfBoth) {
  const IdleWords one{.before = {{1, 1}},
                      .first_choice = {2, 2},
                      .sharing = {4, 4},
                      .words = {{1, 0, 7}, {1, 1, 8}}};
  IdleWords other{
      .before = {}, .first_choice = {3, 3}, .sharing = {4, 4}, .words = {{1, 1, 9}, {2, 0, 7}}};
  const auto both = idle_in_both(one, other);
  ASSERT_TRUE(both);
  EXPECT_EQ(both->words, (std::vector<IdleWords::Word>{{1, 1, 8}}));
  EXPECT_EQ(both->first_choice, one.first_choice);
  EXPECT_FALSE(idle_in_both(one, std::nullopt));
  EXPECT_FALSE(idle_in_both(std::nullopt, other));
  other.sharing = {5, 5};
  EXPECT_FALSE(idle_in_both(one, other));
}

}  // namespace
}  // namespace heddle
