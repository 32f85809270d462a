// Tests of how far a thread in a join is run ahead.
// SPDX-License-Identifier: Apache-2.0
#include "reduction/join_ahead.h"

#include <gtest/gtest.h>

#include "machine/program_builder.h"
#include "support/bits.h"

namespace heddle {
namespace {

using testing::ProgramBuilder;

class JoinAheadTest : public ::testing::Test {
 protected:
  // main starts threads 1 and 2, joins the first, does `between`, and joins the second.
  using Between = std::function<void(ProgramBuilder&, Operand result)>;
  uint64_t joined(const Between& between, bool stable = false) {
    begin_main();
    const Operand result = b.local(8);
    b.call(join, {b.constant(2), result}, 1);
    between(b, result);
    b.call(join, {b.constant(3), b.constant(0)}, 1);
    return run(stable);
  }
  void begin_main() {
    states = b.global("states", 16);
    x = b.global("x");
    join = b.join_function(states);
    worker = b.begin("worker", 2);
    b.store_to(x, 1);
    b.end_thread();
    b.begin("main");
    for (uint64_t owner : {2, 3})
      b.store(b.constant(owner), b.constant(states + 4 * owner), 4, kInvisible);
    b.spawn(worker);
    b.spawn(worker);
  }
  uint64_t run(bool stable) {
    b.exit();
    program = b.finish();
    Machine machine(program, {});
    machine.run(0);
    EXPECT_EQ(machine.waits_for(0), 1u);
    const IsStable is_stable = [=](const Wish&) { return stable; };
    return JoinAhead(machine, 0, is_stable).threads();
  }

  ProgramBuilder b;
  uint64_t states = 0, x = 0, join = 0, worker = 0;
  Program program;
};

constexpr uint64_t kFirst = 1 << 1;
constexpr uint64_t kBoth = kFirst | 1 << 2;

TEST_F(JoinAheadTest, GoesOnThroughALoopOverHandlesInPrivateMemory) {
  begin_main();
  const Operand handles = b.local(16);
  b.store(b.constant(2), handles);
  b.store(b.constant(3), b.offset(handles, 8));
  const Operand number = b.slot();
  b.emit({.opcode = Opcode::Move, .a = number, .b = b.constant(0)});
  const Point loop = b.here();
  b.call(join, {b.load(b.index(handles, number, 8)), b.constant(0)}, 1);
  b.emit({.opcode = Opcode::Add, .width = 64, .a = number, .b = number, .c = b.constant(1)});
  b.jump_if_below(number, 2, loop);
  EXPECT_EQ(run(false), kBoth);
}

TEST_F(JoinAheadTest, EndsAtAWriteOthersMayNotice) {
  const Between write = [&](ProgramBuilder& builder, Operand) { builder.store_to(x, 2); };
  EXPECT_EQ(joined(write), kFirst);
}

TEST_F(JoinAheadTest, GoesOnIfNobodyWill) {
  const Between write = [&](ProgramBuilder& builder, Operand) { builder.store_to(x, 2); };
  EXPECT_EQ(joined(write, true), kBoth);
}

TEST_F(JoinAheadTest, EndsAtAReadOfWhatOthersMayWrite) {
  const Between read = [&](ProgramBuilder& builder, Operand) { builder.load_from(x); };
  EXPECT_EQ(joined(read), kFirst);
}

TEST_F(JoinAheadTest, AThreadsResultMayBePassedAround) {
  EXPECT_EQ(joined([](ProgramBuilder& builder, Operand result) {
              builder.store(builder.load(result), builder.local(8));
            }),
            kBoth);
}

TEST_F(JoinAheadTest, ButNotLookedAt) {
  EXPECT_EQ(joined([](ProgramBuilder& builder, Operand result) {
              builder.go_on_here(builder.branch(builder.load(result)));
            }),
            kFirst);
}

TEST_F(JoinAheadTest, EndsAtAnAllocation) {
  EXPECT_EQ(joined([](ProgramBuilder& builder, Operand) { builder.allocate(8); }), kFirst);
}

// A function starts the threads with a local variable of its own, and joins only the first.
class JoinAheadOfReturn : public JoinAheadTest {
 protected:
  uint64_t joined_after_return(bool shares) {
    states = b.global("states", 16);
    x = b.global("x");
    join = b.join_function(states);
    worker = b.begin("worker", 2);
    b.store_to(x, 1);
    b.end_thread();
    const uint64_t starts = b.begin("starts");
    for (uint64_t owner : {2, 3})
      b.store(b.constant(owner), b.constant(states + 4 * owner), 4, kInvisible);
    const Operand local = b.local(8);
    b.spawn(worker, shares ? local : b.constant(0));
    b.spawn(worker);
    b.call(join, {b.constant(2), b.constant(0)}, 1);
    b.return_values({});
    b.begin("main");
    b.call(starts, {}, 0);
    b.call(join, {b.constant(3), b.constant(0)}, 1);
    return run(false);
  }
};

TEST_F(JoinAheadOfReturn, EndsWhereALocalVariableEndsThatOthersKnow) {
  EXPECT_EQ(joined_after_return(true), kFirst);
}

TEST_F(JoinAheadOfReturn, GoesOnIfNobodyKnowsIt) { EXPECT_EQ(joined_after_return(false), kBoth); }

// The same run asked for twice.
class KnownJoinsTest : public JoinAheadTest {
 protected:
  // main reads how many threads to join from a global that is no choice.
  void SetUp() override {
    begin_main();
    const uint64_t count = b.global("count");
    b.store(b.constant(2), b.constant(count), 8, kInvisible);
    count_ = count;
    b.call(join, {b.constant(2), b.constant(0)}, 1);
    b.call(join, {b.load(b.constant(count)), b.constant(0)}, 1);
    b.exit();
    program = b.finish();
  }
  uint64_t threads(const Machine& machine, bool of_one, bool of_all) {
    return known.threads(machine, 0,
                         {[&, of_one](const Wish&) { return ++asked, of_one; },
                          [](Wishes wishes) { return Claim{.wishes = std::move(wishes)}; },
                          [of_all](const Claim&) { return of_all; }});
  }
  KnownJoins known;
  uint64_t count_ = 0;
  unsigned asked = 0;
};

TEST_F(KnownJoinsTest, IsNotRunAgainWhileNothingHasChanged) {
  Machine machine(program, {});
  machine.run(0);
  const uint64_t first = threads(machine, true, true);
  const unsigned asked_first = asked;
  EXPECT_GT(asked_first, 0u);
  EXPECT_EQ(threads(machine, true, true), first);
  EXPECT_EQ(asked, asked_first);
}

TEST_F(KnownJoinsTest, IsRunAgainWhenOthersMayComeBy) {
  Machine machine(program, {});
  machine.run(0);
  Memory& memory = const_cast<Memory&>(machine.memory());
  memory.write(*memory.object_at(count_), 0, 8, 3);
  EXPECT_EQ(threads(machine, true, true), kBoth);
  EXPECT_EQ(threads(machine, false, false), kFirst);
}

TEST_F(KnownJoinsTest, IsRunAgainWhenOthersNoLongerComeBy) {
  Machine machine(program, {});
  machine.run(0);
  EXPECT_EQ(threads(machine, false, false), kFirst);
  EXPECT_EQ(threads(machine, true, true), kFirst);  // thread 1 is joined already
  EXPECT_GT(asked, 1u);
}

TEST_F(KnownJoinsTest, IsRunAgainWhenMemoryHasChanged) {
  Machine machine(program, {});
  machine.run(0);
  EXPECT_EQ(threads(machine, true, true), kFirst);
  Memory& memory = const_cast<Memory&>(machine.memory());
  memory.write(*memory.object_at(count_), 0, 8, 3);
  EXPECT_EQ(threads(machine, true, true), kBoth);
}

TEST_F(KnownJoinsTest, IsRunAgainWhenTheThreadHasMoved) {
  Machine machine(program, {});
  machine.run(0);
  Memory& memory = const_cast<Memory&>(machine.memory());
  memory.write(*memory.object_at(count_), 0, 8, 3);
  EXPECT_EQ(threads(machine, true, true), kBoth);
  memory.write(*memory.object_at(states), 4 * 2, 4, 0);  // the first has ended
  while (machine.is_enabled(0)) machine.run(0);
  EXPECT_EQ(machine.waits_for(0), 2u);
  EXPECT_EQ(threads(machine, true, true), uint64_t(1) << 2);
}

}  // namespace
}  // namespace heddle
