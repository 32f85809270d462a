// Tests of stateful dynamic POR: what it saves, and that it finds what plain search finds.
// SPDX-License-Identifier: Apache-2.0
#include "search/stateful_dpor.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "search/random_program.h"
#include "search/search_fixture.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::search;
using testing::threads_program;

MachineOptions noting(MachineOptions options) {
  options.note_accesses = options.note_operations = true;
  return options;
}

SearchOutcome explore(const Program& program, SearchOptions options = {},
                      const MachineOptions& machine_options = {}) {
  if (options.errors.empty()) options.errors = testing::all_errors();
  Machine machine(program, noting(machine_options));
  return StatefulDpor(machine, options).run();
}

std::set<ErrorKind> kinds(const SearchOutcome& outcome) {
  std::set<ErrorKind> found;
  for (const FoundError& error : outcome.errors) found.insert(error.violation.kind);
  return found;
}

void expect_same(const Program& program, const MachineOptions& machine_options, uint64_t seed) {
  const SearchOptions options{.keep_going = true, .collect_final_states = true};
  const SearchOutcome plain = search(program, options, machine_options);
  const SearchOutcome reduced = explore(program, options, machine_options);
  EXPECT_EQ(reduced.final_states, plain.final_states) << seed;
  EXPECT_EQ(kinds(reduced), kinds(plain)) << seed;
  EXPECT_EQ(reduced.incomplete, plain.incomplete) << seed;
  EXPECT_LE(reduced.statistics.states, plain.statistics.states) << seed;
}

// Threads with plain and atomic accesses, locks, choices, and loops that wait for others or go round for ever.
Program looping_program(uint64_t seed) {
  std::mt19937_64 random(seed);
  ProgramBuilder builder;
  const uint64_t variables[] = {builder.global("x"), builder.global("y"), builder.global("z")};
  const uint64_t locks[] = {builder.global("m"), builder.global("n")};
  std::vector<Body> bodies;
  const size_t threads = 2 + random() % 2;
  for (size_t t = 0; t < threads; ++t) {
    std::vector<uint64_t> codes(2 + random() % 3);
    for (uint64_t& code : codes) code = random();
    bodies.push_back([=](ProgramBuilder& b) {
      for (const uint64_t code : codes) {
        const uint64_t variable = variables[code % 3];
        const uint64_t lock = locks[code / 3 % 2];
        const Point start = b.here();
        switch (code / 16 % 10) {
          case 0: b.store_to(variable, code / 512 % 3, kAtomic); break;
          case 1: b.load_from(variable, kAtomic); break;
          case 2: b.fetch_add(variable, 1); break;
          case 3: b.store_to(variable, 2); break;
          case 4:
            b.lock(lock);
            b.store_to(variable, 1, kAtomic);
            b.unlock(lock);
            break;
          case 5: b.jump_if_below(b.load_from(variable, kAtomic), 1, start); break;
          case 6: {  // goes round in two steps until another thread has been there
            b.load_from(variables[0], kAtomic);
            b.jump_if_below(b.load_from(variable, kAtomic), 1, start);
            break;
          }
          case 7: {  // changes what others see, and changes it back
            b.store_to(variable, 5, kAtomic);
            b.store_to(variable, 0, kAtomic);
            b.jump_if_below(b.load_from(variables[1], kAtomic), 1, start);
            break;
          }
          case 8: b.store(b.choose(2), b.constant(variable), 8, kAtomic); break;
          case 9:
            b.lock(lock);
            b.store(b.load_from(variables[2]), b.constant(variables[2]));
            b.unlock(lock);
            break;
        }
      }
    });
  }
  return threads_program(builder, bodies);
}

TEST(StatefulDpor, FindsTheDeadlockOfOppositeLocks) {
  EXPECT_EQ(kinds(explore(testing::opposite_locks())), std::set{ErrorKind::Deadlock});
}

TEST(StatefulDpor, FindsTheLostUpdate) {
  SearchOptions options;
  options.errors.add(ErrorKind::Assertion);
  EXPECT_EQ(kinds(explore(testing::lost_update(), options)), std::set{ErrorKind::Assertion});
}

TEST(StatefulDpor, FindsTheRaceOfThreadsThatAreNotSideBySideAtFirst) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const uint64_t y = builder.global("y");
  const Program program = threads_program(builder, {[=](ProgramBuilder& b) { b.store_to(x, 1); },
                                                    [=](ProgramBuilder& b) {
                                                      b.fetch_add(y, 1);
                                                      b.fetch_add(y, 1);
                                                      b.load_from(x);
                                                    }});
  for (const bool plain_choices : {true, false})
    EXPECT_EQ(kinds(explore(program, {}, {.plain_choices = plain_choices})),
              std::set{ErrorKind::DataRace});
}

// The lock that is held keeps the other thread from what it will do under it.
TEST(StatefulDpor, InsideACriticalSectionThereIsNoChoice) {
  ProgramBuilder builder;
  const uint64_t mutex = builder.global("mutex");
  const uint64_t counter = builder.global("counter");
  const Body body = [=](ProgramBuilder& b) {
    b.lock(mutex);
    for (unsigned k = 0; k < 5; ++k)
      b.store(b.binary(Opcode::Add, b.load_from(counter), b.constant(1)), b.constant(counter));
    b.unlock(mutex);
  };
  const SearchOutcome outcome = explore(threads_program(builder, {body, body}));
  EXPECT_LE(outcome.statistics.choices, 2u);
  EXPECT_TRUE(outcome.errors.empty());
}

TEST(StatefulDpor, NobodyIsForgottenWhileAThreadGoesRound) {
  ProgramBuilder builder;
  const uint64_t flag = builder.global("flag");
  const uint64_t other = builder.global("other");
  const Body goes_round = [=](ProgramBuilder& b) {
    const Point start = b.here();
    b.store_to(other, 1, kAtomic);
    b.store_to(other, 0, kAtomic);
    b.jump_if_below(b.load_from(flag, kAtomic), 1, start);
  };
  const Body fails = [=](ProgramBuilder& b) {
    b.load_from(other, kAtomic);
    b.require(b.constant(0));
  };
  EXPECT_EQ(kinds(explore(threads_program(builder, {goes_round, fails}))),
            std::set{ErrorKind::Assertion});
}

TEST(StatefulDpor, ALoopThatNobodyEndsIsEndless) {
  ProgramBuilder builder;
  const uint64_t flag = builder.global("flag");
  const Body waits = [=](ProgramBuilder& b) {
    const Point loop = b.here();
    b.jump_if_below(b.load_from(flag, kAtomic), 1, loop);
  };
  const Body nothing = [=](ProgramBuilder& b) { b.load_from(flag, kAtomic); };
  EXPECT_EQ(kinds(explore(threads_program(builder, {waits, nothing}))),
            std::set{ErrorKind::EndlessLoop});
}

TEST(StatefulDpor, AgreesWithPlainSearchOnRandomPrograms) {
  for (uint64_t seed = 0; seed < 150; ++seed) {
    const Program program = testing::random_program(seed);
    expect_same(program, {}, seed);
    expect_same(program, {.stop_when_alone = false}, seed);
  }
}

TEST(StatefulDpor, AgreesWithPlainSearchOnCyclicStateSpaces) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const Program program = looping_program(seed);
    expect_same(program, {}, seed);
    expect_same(program, {.stop_when_alone = false}, seed);
  }
}

// The first error ends the search, and whether there is one is what both must agree on.
TEST(StatefulDpor, AgreesWhereLocalAccessesAreNoChoices) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const Program program = looping_program(seed);
    const MachineOptions options{.stop_when_alone = false, .plain_choices = false};
    const SearchOutcome plain = search(program, {.collect_final_states = true}, options);
    const SearchOutcome reduced = explore(program, {.collect_final_states = true}, options);
    EXPECT_EQ(plain.errors.empty(), reduced.errors.empty()) << seed;
    EXPECT_EQ(plain.needs_plain_choices, reduced.needs_plain_choices) << seed;
    if (!plain.errors.empty()) continue;
    EXPECT_EQ(plain.final_states, reduced.final_states) << seed;
  }
}

}  // namespace
}  // namespace heddle
