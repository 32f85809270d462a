// Tests of changes and fragments: which statements count, by which rule, and what code goes with them.
// SPDX-License-Identifier: Apache-2.0
#include "incremental/changes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "incremental/fragments.h"
#include "machine/program_builder.h"

namespace heddle {
namespace {

using testing::ProgramBuilder;
using Writer = std::function<void(ProgramBuilder&, uint64_t shared)>;

// A function that `write` writes, which may use the global `shared`; all accesses of it are interactions.
struct Sample {
  explicit Sample(const Writer& write, uint64_t first_word = 0) {
    ProgramBuilder b;
    const uint64_t shared = b.global("shared", 8, first_word);
    b.begin("work");
    write(b, shared);
    b.return_values({});
    b.begin("main");
    b.exit();
    program = b.finish();
    version = describe(program);
    const std::vector<VersionStatement>& statements = version.functions[0].statements;
    for (Point p = 0; p < statements.size(); ++p)
      if (version.texts[statements[p].object] == "shared")
        interactions[p] = {{"shared " + std::string(name_of(statements[p].kind)), "shared"}};
  }
  Program program;
  Version version;
  Interactions interactions;
};

std::vector<Change> changes_between(const Sample& before, const Sample& after) {
  return find_changes(before.version, after.version, match(before.version, after.version),
                      after.program, after.interactions, {});
}

const Writer kPlain = [](ProgramBuilder& b, uint64_t shared) { b.store_to(shared, 1); };

TEST(Changes, NothingChanged) {
  EXPECT_TRUE(changes_between(Sample(kPlain), Sample(kPlain)).empty());
}

TEST(Changes, AnAddedReadIsAdded) {
  const Sample after([](ProgramBuilder& b, uint64_t shared) {
    b.load_from(shared);
    b.store_to(shared, 1);
  });
  const auto found = changes_between(Sample(kPlain), after);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].told.kind, ChangeKind::Added);
  EXPECT_EQ(found[0].told.rule, ChangeRule::Statement);
  EXPECT_EQ(found[0].told.what, "shared read");
  EXPECT_EQ(found[0].points, std::vector<Point>{0});
}

TEST(Changes, ARemovedWriteIsRemovedWhereItStood) {
  const Sample before([](ProgramBuilder& b, uint64_t shared) {
    b.load_from(shared);
    b.store_to(shared, 1);
  });
  const Sample after([](ProgramBuilder& b, uint64_t shared) { b.load_from(shared); });
  const auto found = changes_between(before, after);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].told.kind, ChangeKind::Removed);
  EXPECT_EQ(found[0].told.object, "shared");
  EXPECT_EQ(found[0].points, std::vector<Point>{1});
}

TEST(Changes, AWriteOfAnotherConstantIsChanged) {
  const Sample after([](ProgramBuilder& b, uint64_t shared) { b.store_to(shared, 2); });
  const auto found = changes_between(Sample(kPlain), after);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].told.kind, ChangeKind::Changed);
}

// Writes a value that two local instructions make.
Writer computed(uint64_t amount) {
  return [amount](ProgramBuilder& b, uint64_t shared) {
    const Operand own = b.local(8);
    b.store(b.binary(Opcode::Mul, b.constant(3), b.constant(amount)), own);
    b.store(b.load(own), b.constant(shared));
  };
}

TEST(Changes, AValueThatReachesAWriteThroughALocalVariable) {
  const auto found = changes_between(Sample(computed(1)), Sample(computed(2)));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].told.kind, ChangeKind::Changed);
  EXPECT_EQ(found[0].told.rule, ChangeRule::Value);
}

TEST(Changes, AnUnusedValueChangesNothing) {
  const auto with = [](uint64_t amount) {
    return Sample([amount](ProgramBuilder& b, uint64_t shared) {
      b.binary(Opcode::Mul, b.constant(3), b.constant(amount));
      b.store_to(shared, 1);
    });
  };
  EXPECT_TRUE(changes_between(with(1), with(2)).empty());
}

TEST(Changes, AConditionThatDecidesWhetherAWriteRuns) {
  const auto with = [](uint64_t bound) {
    return Sample([bound](ProgramBuilder& b, uint64_t shared) {
      const Operand below = b.binary(Opcode::CmpUlt, b.constant(1), b.constant(bound));
      const Point branch = b.branch(below);
      b.store_to(shared, 1);
      b.go_on_here(branch);
    });
  };
  const auto found = changes_between(with(1), with(2));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].told.rule, ChangeRule::Condition);
}

TEST(Changes, ARemovedConditionCountsForWhatItGuarded) {
  const Sample before([](ProgramBuilder& b, uint64_t shared) {
    const Operand parameter = b.choose(2);
    const Point branch = b.branch(parameter);
    b.store_to(shared, 1);
    b.go_on_here(branch);
  });
  const auto found = changes_between(before, Sample(kPlain));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].told.rule, ChangeRule::Condition);
}

TEST(Changes, AnotherVariableThatIsMadeInTheSameWay) {
  const auto storing = [](bool second) {
    return Sample([second](ProgramBuilder& b, uint64_t shared) {
      const Operand one = b.load_from(shared);
      const Operand other = b.load_from(shared);
      b.store(second ? other : one, b.constant(shared));
    });
  };
  EXPECT_TRUE(changes_between(storing(true), storing(true)).empty());
  bool is_stored = false;
  for (const Change& change : changes_between(storing(false), storing(true)))
    is_stored |= std::ranges::find(change.points, Point(2)) != change.points.end();
  EXPECT_TRUE(is_stored);
}

TEST(Changes, WhatIsLeftOfTwoEqualStatementsIsTheOneThatIsUsed) {
  const auto storing = [](bool both) {
    return Sample([both](ProgramBuilder& b, uint64_t shared) {
      if (both) {
        b.load_from(shared);
        b.store_to(shared, 1);
      }
      b.store(b.load_from(shared), b.constant(shared));
    });
  };
  for (const Change& change : changes_between(storing(true), storing(false)))
    EXPECT_EQ(change.told.kind, ChangeKind::Removed);
}

TEST(Changes, AnotherInitialValueCountsForWhoeverReadsIt) {
  const Writer reading = [](ProgramBuilder& b, uint64_t shared) { b.load_from(shared); };
  const auto found = changes_between(Sample(reading, 0), Sample(reading, 5));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].told.rule, ChangeRule::InitialValue);
}

std::set<std::string> no_locks(Point) { return {}; }

TEST(Fragments, BehindALockItBeginsBeforeTheLock) {
  Sample after([](ProgramBuilder& b, uint64_t shared) {
    for (uint64_t k = 0; k < 4; ++k) b.store_to(shared, k);
  });
  after.interactions[0] = {{"lock", "other"}};
  after.interactions[1] = {{"lock", "first or mutex"}};
  after.interactions[3] = {{"unlock", "mutex"}};
  const Change change{.told = {}, .function = 0, .points = {2}, .callers = {}};
  const auto held = [](Point) { return std::set<std::string>{"mutex"}; };
  const auto found = find_fragments(after.program, {change}, after.interactions, {}, held);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].gates, std::vector<Point>{1});
}

// Whoever locks, works and unlocks elsewhere does not come to the fragment with the lock.
TEST(Fragments, LocksTakenElsewhereAreNoGatesUnlessTheyAreKept) {
  ProgramBuilder b;
  const uint64_t shared = b.global("shared", 8);
  std::vector<Point> first;
  for (const char* name : {"fragment", "caller", "elsewhere", "keeper"}) {
    b.begin(name);
    first.push_back(b.here());
    for (uint64_t k = 0; k < 3; ++k) b.store_to(shared, k);
    b.return_values({});
  }
  b.begin("main");
  b.exit();
  const Program program = b.finish();
  Interactions interactions;
  for (const size_t function : {1, 2, 3}) interactions[first[function]] = {{"lock", "mutex"}};
  for (const size_t function : {1, 2}) interactions[first[function] + 2] = {{"unlock", "mutex"}};
  const Calls calls{{first[1] + 1, {0}}};
  const Change change{.told = {}, .function = 0, .points = {first[0]}, .callers = {}};
  const auto held = [](Point) { return std::set<std::string>{"mutex"}; };
  const auto found = find_fragments(program, {change}, interactions, calls, held);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].gates, (std::vector<Point>{first[1], first[3]}));
}

TEST(Fragments, OneForEachFunction) {
  ProgramBuilder b;
  const uint64_t shared = b.global("shared", 8);
  for (const char* name : {"first", "second"}) {
    b.begin(name);
    b.store_to(shared, 1);
    b.return_values({});
  }
  b.begin("main");
  b.exit();
  const Program program = b.finish();
  const Point second = program.functions[1].entry;
  const Change change{.told = {}, .function = 0, .points = {0, second}, .callers = {}};
  const auto found = find_fragments(program, {change}, {}, {}, no_locks);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].last, 0u);
  EXPECT_EQ(found[1].first, second);
}

TEST(Fragments, OperandsAndUsesBelongToTheStatement) {
  const Sample after([](ProgramBuilder& b, uint64_t shared) {
    b.binary(Opcode::Add, b.constant(1), b.constant(2));  // 0: not part of it
    const Operand address = b.offset(b.move(b.constant(shared)), 0);  // 1, 2
    const Operand value = b.load(address);  // 3
    b.binary(Opcode::Add, value, b.constant(1));  // 4
    b.binary(Opcode::Mul, b.constant(1), b.constant(2));  // 5: not part of it
  });
  const Change change{.told = {}, .function = 0, .points = {3}, .callers = {}};
  const auto found = find_fragments(after.program, {change}, after.interactions, {}, no_locks);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].first, 1u);
  EXPECT_EQ(found[0].last, 4u);
  EXPECT_FALSE(found[0].whole_function);
}

TEST(Fragments, WhatABranchOnTheValueGuardsBelongsToIt) {
  const Sample after([](ProgramBuilder& b, uint64_t shared) {
    const Point branch = b.branch(b.load_from(shared));  // 0, 1
    b.store_to(shared, 1);  // 2
    b.store_to(shared, 2);  // 3
    b.go_on_here(branch);
    b.store_to(shared, 3);  // 4: not part of it
  });
  const Change change{.told = {}, .function = 0, .points = {0}, .callers = {}};
  const auto found = find_fragments(after.program, {change}, after.interactions, {}, no_locks);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].first, 0u);
  EXPECT_EQ(found[0].last, 3u);
}

TEST(Fragments, OfARemovedStatementTheSmallestAroundItsPlaceElseTheFunction) {
  const Sample after([](ProgramBuilder& b, uint64_t shared) {
    const Operand value = b.load_from(shared);  // 0
    b.binary(Opcode::Add, value, b.constant(1));  // 1
    b.store_to(shared, 3);  // 2
  });
  Change inside{.told = {.kind = ChangeKind::Removed}, .function = 0, .points = {1}, .callers = {}};
  Change outside = inside;
  outside.points = {3};
  const auto smallest = find_fragments(after.program, {inside}, after.interactions, {}, no_locks);
  ASSERT_EQ(smallest.size(), 1u);
  EXPECT_EQ(smallest[0].last, 1u);
  // One within another is not explored by itself.
  const auto both =
      find_fragments(after.program, {inside, outside}, after.interactions, {}, no_locks);
  ASSERT_EQ(both.size(), 1u);
  EXPECT_TRUE(both[0].whole_function);
  EXPECT_EQ(both[0].changes, (std::vector<size_t>{0, 1}));
}

}  // namespace
}  // namespace heddle
