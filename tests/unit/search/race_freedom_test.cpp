// Tests of searches in which plain accesses are no choices: what they save, and that they miss no race.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "search/refine.h"
#include "search/replay.h"
#include "search/search_fixture.h"
#include "search/side_by_side.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::search;
using testing::threads_program;

const MachineOptions kWithout{.stop_when_alone = false, .plain_choices = false};
const MachineOptions kWith{.stop_when_alone = false};

class RaceFreedom : public ::testing::Test {
 protected:
  // The error kinds of both searches agree; every schedule is one of the machine with all choices.
  void expect_race(const std::vector<Body>& bodies, bool expected) {
    const Program program = threads_program(b, bodies);
    const SearchOutcome without = search(program, {}, kWithout);
    const SearchOutcome with = search(program, {}, kWith);
    EXPECT_FALSE(without.needs_plain_choices);
    ASSERT_EQ(with.errors.size(), expected ? 1u : 0u);
    ASSERT_EQ(without.errors.size(), with.errors.size());
    for (const FoundError& error : without.errors) {
      EXPECT_EQ(error.violation.kind, ErrorKind::DataRace);
      Machine machine(program, refined(kWithout));
      const auto again = replay(machine, error.schedule, ErrorKind::DataRace);
      EXPECT_TRUE(again && same_error(program, *again, error.violation));
    }
    EXPECT_TRUE(expected || without.statistics.states <= with.statistics.states);
  }
  Body locked(uint64_t mutex, const Body& body) {
    return [=](ProgramBuilder& builder) {
      builder.lock(mutex);
      body(builder);
      builder.unlock(mutex);
    };
  }
  Body write(uint64_t address) {
    return [=](ProgramBuilder& builder) { builder.store_to(address, 1); };
  }
  Body read(uint64_t address) {
    return [=](ProgramBuilder& builder) { builder.load_from(address); };
  }
  Body atomic_write(uint64_t address) {
    return [=](ProgramBuilder& builder) { builder.store_to(address, 1, kAtomic); };
  }
  Body atomic_read(uint64_t address) {
    return [=](ProgramBuilder& builder) { builder.load_from(address, kAtomic); };
  }
  static Body sequence(const std::vector<Body>& bodies) {
    return [=](ProgramBuilder& builder) {
      for (const Body& body : bodies) body(builder);
    };
  }

  ProgramBuilder b;
  uint64_t x = b.global("x");
  uint64_t y = b.global("y");
  uint64_t flag = b.global("flag");
  uint64_t m = b.global("m");
  uint64_t n = b.global("n");
};

TEST_F(RaceFreedom, ACriticalSectionIsOneTransition) {
  const Body section = locked(m, sequence({read(x), write(x), read(y), write(y)}));
  const Program program = threads_program(b, {section, section});
  const SearchOutcome without = search(program, {.collect_final_states = true}, kWithout);
  const SearchOutcome with = search(program, {.collect_final_states = true}, kWith);
  EXPECT_TRUE(without.errors.empty() && with.errors.empty());
  EXPECT_EQ(without.final_states, with.final_states);
  EXPECT_EQ(without.statistics.choices, 1u) << "who locks first";
}

TEST_F(RaceFreedom, PlainAccessesRace) { expect_race({write(x), read(x)}, true); }

TEST_F(RaceFreedom, ReadsDoNot) { expect_race({read(x), read(x)}, false); }

TEST_F(RaceFreedom, ALockDoesNotHelpIfTheOtherTakesAnother) {
  expect_race({locked(m, write(x)), locked(n, write(x))}, true);
  b = {}, x = b.global("x"), y = b.global("y"), flag = b.global("flag"), m = b.global("m"),
  n = b.global("n");
  expect_race({locked(m, write(x)), locked(m, write(x))}, false);
}

TEST_F(RaceFreedom, AnAtomicAccessRacesWithAPlainOne) {
  expect_race({atomic_write(x), read(x)}, true);
}

// The access after the unlock and the one after a later lock are not ordered by it.
TEST_F(RaceFreedom, WhatComesAfterAReleaseIsNotProtectedByIt) {
  expect_race({sequence({locked(m, write(y)), write(x)}), locked(m, sequence({read(y), read(x)}))},
              true);
}

// The third thread passes on what the first has released before its last write.
TEST_F(RaceFreedom, NotEvenThroughAThirdThread) {
  expect_race({sequence({locked(m, write(y)), write(x)}), locked(n, sequence({read(x)})),
               sequence({locked(m, read(y)), locked(n, write(flag))})},
              true);
}

// Whoever reads the flag before it is set is not ordered with what comes after it is: the read must be able
// to come long before the write that it leads to.
TEST_F(RaceFreedom, AReadThatCameTooEarlyOrdersNothing) {
  const Body if_not_set = [&](ProgramBuilder& builder) {
    const Operand set = builder.load_from(flag, kAtomic);
    const Point branch = builder.branch(builder.binary(Opcode::CmpEq, set, builder.constant(0)));
    builder.store_to(x, 1);
    builder.go_on_here(branch);
  };
  expect_race({if_not_set, sequence({atomic_write(flag), locked(m, write(x))})}, true);
}

// The same for a lock that is looked at without waiting for it.
TEST_F(RaceFreedom, SoMustALockThatOthersLookAt) {
  const Body if_held = [&](ProgramBuilder& builder) {
    builder.visible(SyncKind::MutexTryLock, m, 8);
    const Operand owner = builder.load_from(m, kInvisible);
    const Point branch = builder.branch(builder.binary(Opcode::CmpNe, owner, builder.constant(0)));
    builder.lock(n);
    builder.store_to(x, 1);
    builder.unlock(n);
    builder.go_on_here(branch);
  };
  const Program program = [&] {
    Program made = threads_program(b, {locked(m, write(x)), if_held});
    made.observes_held_locks = true;
    return made;
  }();
  EXPECT_EQ(search(program, {}, kWith).errors.size(), 1u);
  EXPECT_EQ(search(program, {}, kWithout).errors.size(), 1u);
}

TEST_F(RaceFreedom, ALoopOfPlainReadsEndsATransitionSomewhere) {
  const Body spinning = [&](ProgramBuilder& builder) {
    const Point top = builder.here();
    builder.load_from(y);
    builder.jump(top);
  };
  const Program program = threads_program(b, {spinning, write(x), write(x)});
  const SearchOutcome outcome = search(program, {}, kWithout);
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_EQ(outcome.errors[0].violation.kind, ErrorKind::DataRace);
}

TEST_F(RaceFreedom, AllErrorsAreLookedForWithAllChoices) {
  const Program program = threads_program(b, {write(x), read(x)});
  const SearchOutcome outcome = search(program, {.keep_going = true}, kWithout);
  EXPECT_TRUE(outcome.needs_plain_choices);
}

TransitionAccess access(uint64_t address, bool writes, uint64_t exposed = ~uint64_t(0)) {
  return {.range = {address, 8}, .exposed = exposed, .writes = writes};
}

TEST(SideBySide, ComparesTransitionsOfOneState) {
  SideBySide side_by_side;
  side_by_side.open(0, {});
  const std::vector<TransitionAccess> reads{access(8, false)}, writes{access(8, true)};
  EXPECT_FALSE(side_by_side.add(1, reads));
  EXPECT_FALSE(side_by_side.add(2, reads));
  side_by_side.open(1, {});
  EXPECT_FALSE(side_by_side.add(2, writes)) << "those of other states do not count";
  side_by_side.close();
  const auto meeting = side_by_side.add(3, writes);
  ASSERT_TRUE(meeting);
  EXPECT_EQ(meeting->first, 1u);
  EXPECT_EQ(meeting->second, 3u);
  EXPECT_FALSE(meeting->before);
}

TEST(SideBySide, WhoCouldNotRunThenDoesNotCount) {
  SideBySide side_by_side;
  side_by_side.open(0, {});
  const std::vector<TransitionAccess> locked{access(8, true, 0)}, writes{access(8, true)};
  EXPECT_FALSE(side_by_side.add(1, locked));
  EXPECT_FALSE(side_by_side.add(2, writes));
}

TEST(SideBySide, TheTransitionThatLedThereCounts) {
  SideBySide side_by_side;
  const std::vector<TransitionAccess> writes{access(8, true)};
  side_by_side.open(1, writes);
  const auto meeting = side_by_side.add(2, writes);
  ASSERT_TRUE(meeting);
  EXPECT_TRUE(meeting->before);
}

TEST(SideBySide, LongListsAreComparedLikeShortOnes) {
  std::vector<TransitionAccess> even, odd;
  for (uint64_t k = 0; k < 200; ++k) {
    even.push_back(access(k * 16, true));
    odd.push_back(access((199 - k) * 16 + 8, true));
  }
  SideBySide side_by_side;
  side_by_side.open(0, {});
  EXPECT_FALSE(side_by_side.add(1, even));
  EXPECT_FALSE(side_by_side.add(2, odd));
  odd.push_back({.range = {36, 4}, .exposed = ~uint64_t(0), .writes = true});
  EXPECT_TRUE(side_by_side.add(3, odd));
}

TEST(TransitionAccesses, RepeatedAndAdjacentOnesAreOne) {
  TransitionAccesses accesses;
  for (uint64_t round = 0; round < 3; ++round)
    for (uint64_t k = 0; k < 4; ++k) accesses.add(access(64 + k * 8, true));
  ASSERT_LE(accesses.all().size(), 9u);
  EXPECT_EQ(accesses.all()[0].range.size, 32u);
  EXPECT_EQ(accesses.exposed_count(), 12u);
  accesses.clear();
  EXPECT_TRUE(accesses.all().empty());
}

// Lets locks pass once the first thread has ended, as an analysis does that knows of no other user.
struct LocksOfTheLast final : ChoiceFilter {
  std::optional<AvoidedBy> avoids_choice(const Machine& machine, ThreadNumber,
                                         const Pending& operation) const override {
    const bool passes = operation.kind == PendingKind::Await && !(machine.live_threads() & bit(1));
    return passes ? std::optional(AvoidedBy::FieldAccesses) : std::nullopt;
  }
  void watch(const Machine&, ThreadNumber, const Pending&) const override {}
  bool was_wrong() const override { return false; }
  std::unique_ptr<ChoiceFilter> clone() const override {
    return std::make_unique<LocksOfTheLast>(*this);
  }
};

TEST_F(RaceFreedom, WhatLiesBehindALockThatPassedCouldNotHaveComeEarlier) {
  const LocksOfTheLast filter;
  MachineOptions options = kWithout;
  options.filter = &filter;
  const Program program = threads_program(
      b, {locked(m, write(x)), sequence({read(y), locked(m, write(x))}), atomic_write(flag)});
  const SearchOutcome outcome = search(program, {}, options);
  EXPECT_TRUE(outcome.errors.empty());
  EXPECT_FALSE(outcome.needs_plain_choices);
}

}  // namespace
}  // namespace heddle
