// Tests of the search for one pair of threads: which errors it finds, and how little it explores for that.
// SPDX-License-Identifier: Apache-2.0
#include "incremental/pair_search.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "search/search_fixture.h"
#include "support/random.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;

Fragment whole(const Program& program, FunctionIndex function) {
  const Function& code = program.functions[function];
  return {.function = function,
          .first = code.entry,
          .last = code.entry + code.instruction_count - 1,
          .whole_function = true};
}

PairRun explore(const Program& program, const PairTask& task) {
  MachineOptions settings{.plain_choices = true};
  SearchOptions options;
  options.errors.add(ErrorKind::Assertion);
  options.errors.add(ErrorKind::Deadlock);
  return explore_pair(program, settings, options, task);
}

// Function 0 is the first thread's, function 1 the second's.
PairTask task_for(const Program& program, FunctionIndex modified, CreationPath one,
                  CreationPath other, PairScope scope = PairScope::Pair) {
  return {.fragments = {whole(program, modified)},
          .modified = std::move(one),
          .other = std::move(other),
          .scope = scope};
}

TEST(PairSearch, FindsTheLostUpdateOfItsPair) {
  const Program program = testing::lost_update();
  const PairRun run = explore(program, task_for(program, 0, {1}, {2}));
  EXPECT_TRUE(run.sightings.entered());
  EXPECT_EQ(run.errors.size(), 1u);
  EXPECT_EQ(run.sightings.threads.size(), 3u);
}

TEST(PairSearch, WithoutAFragmentThereIsOneExecution) {
  const Program program = testing::racy_counters(3);
  const PairRun run = explore(program, {});
  EXPECT_FALSE(run.sightings.entered());
  EXPECT_EQ(run.outcome.statistics.executions, 1u);
}

TEST(PairSearch, AThreadThatNeverRunsTheFragmentIsSaidNotTo) {
  const Program program = testing::lost_update();
  const PairRun run = explore(program, task_for(program, 0, {7}, {1}));
  EXPECT_FALSE(run.sightings.entered());
  EXPECT_EQ(run.outcome.statistics.executions, 1u);
}

TEST(PairSearch, ExploresLessThanEverything) {
  const Program program = testing::racy_counters(4);
  SearchOptions everything;
  everything.errors.add(ErrorKind::Assertion);
  const uint64_t all = testing::search(program, everything).statistics.states;
  const Function& counting = program.functions[0];
  PairTask task = task_for(program, 0, {1}, {2});
  task.fragments[0].last = counting.entry + 2;  // the first addition only
  const PairRun run = explore(program, task);
  EXPECT_TRUE(run.sightings.entered());
  EXPECT_LT(run.outcome.statistics.states, all);
}

// The paper's example: threads that add one to i and take it away again; the last asserts that i is small.
Program adding_threads(unsigned count) {
  ProgramBuilder builder;
  const uint64_t i = builder.global("i");
  const Body adding = [=](ProgramBuilder& b) {
    b.fetch_add(i, 1);
    b.fetch_add(i, uint64_t(-1));
  };
  const Body asserting = [=](ProgramBuilder& b) {
    b.require(b.binary(Opcode::CmpUlt, b.load_from(i, kAtomic), b.constant(count)));
  };
  std::vector<Body> bodies(count, adding);
  bodies.push_back(asserting);
  return threads_program(builder, bodies);
}

TEST(PairSearch, AnErrorOfManyThreadsNeedsTheThirdOnes) {
  const Program program = adding_threads(4);
  EXPECT_TRUE(explore(program, task_for(program, 4, {5}, {4})).errors.empty());
  const PairRun run = explore(program, task_for(program, 4, {5}, {4}, PairScope::AllThreads));
  EXPECT_EQ(run.errors.size(), 1u);
}

// One thread expects to come first, the other one as well: each is wrong in other executions.
TEST(PairSearch, TheFirstErrorEndsItUnlessAllAreWanted) {
  ProgramBuilder builder;
  const uint64_t i = builder.global("i");
  const Body expecting = [=](ProgramBuilder& b) {
    b.require(b.binary(Opcode::CmpEq, b.fetch_add(i, 1), b.constant(0)));
  };
  const Program program = threads_program(builder, {expecting, expecting});
  SearchOptions options;
  options.errors.add(ErrorKind::Assertion);
  MachineOptions settings{.plain_choices = true};
  const PairTask task = task_for(program, 0, {1}, {2});
  EXPECT_EQ(explore_pair(program, settings, options, task).errors.size(), 1u);
  options.keep_going = true;
  EXPECT_EQ(explore_pair(program, settings, options, task).errors.size(), 2u);
}

// Three threads that each take two of three locks, in a circle.
TEST(PairSearch, ADeadlockOfThreeThreads) {
  ProgramBuilder builder;
  std::vector<uint64_t> locks;
  for (const char* name : {"a", "b", "c"}) locks.push_back(builder.global(name));
  std::vector<Body> bodies;
  for (unsigned k = 0; k < 3; ++k)
    bodies.push_back([=](ProgramBuilder& b) {
      b.lock(locks[k]);
      b.lock(locks[(k + 1) % 3]);
      b.unlock(locks[(k + 1) % 3]);
      b.unlock(locks[k]);
    });
  const Program program = threads_program(builder, bodies);
  const PairRun run = explore(program, task_for(program, 0, {1}, {2}, PairScope::AllThreads));
  ASSERT_EQ(run.errors.size(), 1u);
  EXPECT_EQ(run.errors[0].found.violation.kind, ErrorKind::Deadlock);
}

// A thread that waits in a loop for what the others do must not keep them from doing it.
TEST(PairSearch, AThreadThatSpinsLetsOthersRun) {
  ProgramBuilder builder;
  const uint64_t flag = builder.global("flag");
  const Body spinning = [=](ProgramBuilder& b) {
    const Point start = b.here();
    b.jump_if_below(b.load_from(flag, kAtomic), 1, start);
    b.store_to(flag, 2, kAtomic);
  };
  const Body setting = [=](ProgramBuilder& b) { b.store_to(flag, 1, kAtomic); };
  const Program program = threads_program(builder, {spinning, setting});
  PairTask task = task_for(program, 0, {1}, {2});
  task.fragments[0].first = task.fragments[0].last - 2;  // behind the loop
  const PairRun run = explore(program, task);
  EXPECT_TRUE(run.sightings.entered());
  EXPECT_GE(run.outcome.statistics.executions, 1u);
}

// A lock, then three plain writes of variables of its own; the second is the fragment.
struct PlainWrites {
  Program program;
  PairTask task;
};
PlainWrites plain_writes() {
  ProgramBuilder builder;
  const uint64_t mutex = builder.global("mutex");
  Point second = 0;
  std::vector<Body> bodies;
  for (const char* names : {"abc", "def"}) {
    std::vector<uint64_t> variables;
    for (const char* name = names; *name; ++name)
      variables.push_back(builder.global(std::string(1, *name)));
    bodies.push_back([=, &second](ProgramBuilder& b) {
      b.lock(mutex);
      b.unlock(mutex);
      b.store_to(variables[0], 1, 0);
      if (second == 0) second = b.here();
      b.store_to(variables[1], 1, 0);
      b.store_to(variables[2], 1, 0);
    });
  }
  PlainWrites made{threads_program(builder, bodies), {}};
  made.task = task_for(made.program, 0, {1}, {2});
  made.task.fragments[0].first = made.task.fragments[0].last = second;
  return made;
}

PairRun explore_race_free(const PlainWrites& made) {
  MachineOptions settings{.plain_choices = false};
  SearchOptions options;
  options.errors.add(ErrorKind::DataRace);
  return explore_pair(made.program, settings, options, made.task);
}

TEST(PairSearch, AThreadStandsWhereItComesToTheFragmentIfPlainAccessesAreNoChoices) {
  PlainWrites made = plain_writes();
  EXPECT_FALSE(explore_race_free(made).sightings.entered());
  const WatchedCode code = code_of(made.program, made.task.fragments, {});
  made.task.code = &code;
  const PairRun run = explore_race_free(made);
  EXPECT_TRUE(run.sightings.entered());
  EXPECT_LT(run.outcome.statistics.states,
            explore(made.program, made.task).outcome.statistics.states);
}

// Threads that have nothing to do with the fragment go on to their end, instead of step by step.
TEST(PairSearch, OtherThreadsStopOnlyAtWhatTheFragmentTouches) {
  ProgramBuilder builder;
  const uint64_t own = builder.global("own"), others = builder.global("others");
  const Body fragment = [=](ProgramBuilder& b) { b.fetch_add(own, 1); };
  const Body busy = [=](ProgramBuilder& b) {
    for (int k = 0; k < 6; ++k) b.fetch_add(others, 1);
  };
  const Program program = threads_program(builder, {fragment, busy, busy});
  PairTask task = task_for(program, 0, {1}, {2});
  const TouchedMemory touched = explore(program, task).sightings.sides[0].touched;
  EXPECT_TRUE(touched.depends_on({own, 4}, false));
  EXPECT_FALSE(touched.depends_on({others, 4}, true));
  task.scope = PairScope::AllThreads;
  const uint64_t everything = explore(program, task).outcome.statistics.states;
  task.touched = &touched;
  const PairRun run = explore(program, task);
  EXPECT_TRUE(run.sightings.entered());
  EXPECT_LT(run.outcome.statistics.states, everything / 2);
}

// Three threads that add, store, load and lock at random, and a few fragments in their code.
struct RandomTask {
  Program program;
  std::vector<Fragment> fragments;
};
RandomTask random_task(uint64_t seed) {
  Random random(seed);
  ProgramBuilder builder;
  const uint64_t mutex = builder.global("mutex");
  const uint64_t variables[] = {builder.global("x"), builder.global("y")};
  std::vector<std::vector<Point>> points(3);
  std::vector<Body> bodies;
  for (size_t thread = 0; thread < 3; ++thread)
    bodies.push_back([&, thread](ProgramBuilder& b) {
      Operand read = b.constant(1);
      bool holds = false;
      for (uint64_t k = 0; k < 6; ++k) {
        points[thread].push_back(b.here());
        const uint64_t variable = variables[random.below(2)];
        switch (random.below(4)) {
          case 0: b.fetch_add(variable, 1 + thread); break;
          case 1: read = b.load_from(variable, kAtomic); break;
          case 2:
            b.store(b.binary(Opcode::Add, read, b.constant(thread)), b.constant(variable), 8,
                    kAtomic);
            break;
          default: holds ? b.unlock(mutex) : b.lock(mutex); holds = !holds;
        }
      }
      points[thread].push_back(b.here());
      if (holds) b.unlock(mutex);
    });
  RandomTask made{threads_program(builder, bodies), {}};
  for (const size_t thread : {size_t(0), size_t(1), size_t(0)}) {
    const size_t first = random.below(5);
    const size_t last = first + 1 + random.below(2);
    made.fragments.push_back({.function = FunctionIndex(thread),
                              .first = points[thread][first],
                              .last = points[thread][last] - 1});
  }
  return made;
}

std::set<Fingerprint> final_states(const Program& program, const PairTask& task,
                                   unsigned workers = 1) {
  MachineOptions settings{.plain_choices = true};
  SearchOptions options;
  options.collect_final_states = true;
  const PairRun run = explore_pair(program, settings, options, task, workers);
  EXPECT_TRUE(run.outcome.incomplete.empty());
  return run.outcome.final_states;
}

bool covers(const std::set<Fingerprint>& all, const std::set<Fingerprint>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

TEST(PairSearch, BothWaysAtOnceCoverOneWayAndTheOther) {
  size_t more = 0;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    const RandomTask made = random_task(seed);
    PairTask task{.fragments = made.fragments, .modified = {1}, .other = {2}, .both = true};
    const std::set<Fingerprint> both = final_states(made.program, task);
    task.both = false;
    const std::set<Fingerprint> one = final_states(made.program, task);
    std::swap(task.modified, task.other);
    const std::set<Fingerprint> other = final_states(made.program, task);
    EXPECT_TRUE(covers(both, one)) << "seed " << seed;
    EXPECT_TRUE(covers(both, other)) << "seed " << seed;
    more += !covers(one, other);
  }
  EXPECT_GT(more, 10u);  // else it was not worth the trouble
}

// When the time is up in the middle of a large pair, errors of pairs behind it are not forgotten.
TEST(PairSearch, WhatWasFoundStaysIfTheTimeIsUp) {
  const Program program = testing::racy_counters(60);
  const PairTask large = task_for(program, 0, {1}, {2});
  SearchOptions options;
  MachineOptions settings{.plain_choices = true};
  int left = 2;
  const auto given = [&]() -> std::optional<SearchOptions> {
    if (left-- > 0) return options;
    return std::nullopt;
  };
  const auto runs = explore_pairs(program, settings, given, {large, {}}, false, 1);
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_FALSE(runs[0].outcome.incomplete.empty());
  EXPECT_TRUE(runs[1].outcome.incomplete.empty());
}

// The second thread comes to its fragment only when the first has ended: nothing is interleaved there.
TEST(PairSearch, AFragmentThatIsRunAloneIsNotEntered) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x"), flag = builder.global("flag");
  Point fragment = 0;
  const Body first = [=](ProgramBuilder& b) { b.store_to(flag, 1, kAtomic); };
  const Body second = [=, &fragment](ProgramBuilder& b) {
    const Point start = b.here();
    b.jump_if_below(b.load_from(flag, kAtomic), 1, start);
    fragment = b.here();
    b.fetch_add(x, 1);
  };
  const Program program = threads_program(builder, {first, second});
  PairTask task{.fragments = {{.function = 1, .first = fragment, .last = fragment + 1}},
                .modified = {1},
                .other = {2},
                .both = true};
  EXPECT_FALSE(explore(program, task).sightings.entered());
  task.modified = {2};
  task.other = {};
  EXPECT_TRUE(explore(program, task).sightings.sides[0].entered);
}

TEST(PairSearch, FragmentsAtOnceCoverEachAlone) {
  size_t more = 0;
  for (uint64_t seed = 1000; seed < 1150; ++seed) {
    const RandomTask made = random_task(seed);
    PairTask task{.fragments = made.fragments, .modified = {1}, .other = {2}, .both = true};
    const std::set<Fingerprint> all = final_states(made.program, task);
    EXPECT_EQ(all, final_states(made.program, task, 3)) << "seed " << seed;
    for (const Fragment& fragment : made.fragments) {
      task.fragments = {fragment};
      const std::set<Fingerprint> alone = final_states(made.program, task);
      EXPECT_TRUE(covers(all, alone)) << "seed " << seed;
      more += alone.size() < all.size();
    }
  }
  EXPECT_GT(more, 10u);
}

// The first pair is right, the second has an error, and so has the third.
TEST(PairSearch, BehindAPairWithAnErrorThereIsNoOther) {
  const Program program = testing::lost_update();
  const std::vector<PairTask> tasks{
      {}, task_for(program, 0, {1}, {2}), task_for(program, 1, {2}, {1})};
  SearchOptions options;
  options.errors.add(ErrorKind::Assertion);
  for (const unsigned workers : {1u, 2u, 8u}) {
    MachineOptions settings{.plain_choices = true};
    const auto explored = [&](const OptionsOfPair& given, bool errors_end_it) {
      return explore_pairs(program, settings, given, tasks, errors_end_it, workers);
    };
    EXPECT_EQ(explored([&] { return options; }, true).size(), 2u);
    const std::vector<PairRun> all = explored([&] { return options; }, false);
    ASSERT_EQ(all.size(), 3u);
    EXPECT_TRUE(all[0].errors.empty());
    EXPECT_FALSE(all[2].errors.empty());
    EXPECT_TRUE(explored([] { return std::nullopt; }, true).empty());
  }
}

TEST(TouchedMemory, TwoReadsAreInAnyOrder) {
  TouchedMemory read, written;
  read.add({64, 8}, false);
  EXPECT_FALSE(read.depends_on({64, 4}, false));
  EXPECT_TRUE(read.depends_on({64, 4}, true));
  EXPECT_FALSE(read.depends_on({72, 8}, true));
  written.add({68, 8}, true);  // two words
  EXPECT_TRUE(written.depends_on({72, 1}, false));
  read.add(written);
  EXPECT_TRUE(read.depends_on({64, 1}, false));
}

TouchedMemory touching(std::initializer_list<uint64_t> read,
                       std::initializer_list<uint64_t> written) {
  TouchedMemory memory;
  for (const uint64_t address : read) memory.add({address, 4}, false);
  for (const uint64_t address : written) memory.add({address, 4}, true);
  return memory;
}

TEST(TouchedMemory, WhatIsWrittenChangesWhatIsTouched) {
  EXPECT_TRUE(touching({}, {8}).changes(touching({8}, {})));
  EXPECT_FALSE(touching({8}, {}).changes(touching({}, {8})));
  EXPECT_TRUE(touching({8}, {}).depends_on(touching({}, {8})));
  EXPECT_FALSE(touching({8}, {}).depends_on(touching({8}, {})));
  EXPECT_FALSE(touching({}, {8}).depends_on(touching({}, {16})));
}

TEST(PairSearch, ManyThreadsAreNeededIfSeveralMatter) {
  const TouchedMemory fragment = touching({8}, {16});
  EXPECT_FALSE(several_matter(fragment, {touching({}, {8}), touching({24}, {32})}));
  EXPECT_TRUE(several_matter(fragment, {touching({}, {8}), touching({16}, {})}));
}

TEST(PairSearch, WhoChangesWhatAnotherNeedsMattersThroughIt) {
  const TouchedMemory fragment = touching({8}, {});
  const TouchedMemory direct = touching({24}, {8});
  EXPECT_TRUE(several_matter(fragment, {touching({}, {24}), direct}));
  EXPECT_TRUE(several_matter(fragment, {touching({}, {32}), touching({32}, {24}), direct}));
  EXPECT_FALSE(several_matter(fragment, {touching({24}, {}), direct}));
}

TEST(ThreadPaths, TextsTellTheWayFromMain) {
  EXPECT_EQ(text_of({}), "main");
  EXPECT_EQ(text_of({2, 1}), "2.1");
}

}  // namespace
}  // namespace heddle
