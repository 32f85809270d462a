// Tests of transitions: where they stop, what enables a thread, and that they can be taken back.
// SPDX-License-Identifier: Apache-2.0
#include "machine/machine.h"

#include <gtest/gtest.h>

#include "machine/program_builder.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::threads_program;

uint64_t bit(ThreadNumber thread) { return uint64_t(1) << thread; }

uint64_t word_at(Machine& machine, uint64_t address) {
  return Memory::read(*machine.memory().object_at(address), 0, 8);
}

// --- where transitions stop ---

TEST(Machine, StopsBeforeSharedAccessesAndNotBeforePrivateOnes) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Program program = threads_program(
      builder, {[=](ProgramBuilder& b) {
                  const Operand block = b.allocate(8);
                  const Operand local = b.local(8);
                  b.store(b.constant(1), block);
                  b.store(b.constant(2), local);
                  b.store(b.binary(Opcode::Add, b.load(block), b.load(local)), b.constant(x));
                  b.load(block);
                },
                [=](ProgramBuilder& b) { b.store_to(x, 9); }});
  Machine machine(program, {});
  ASSERT_EQ(machine.run(0), Stop::Visible);
  EXPECT_EQ(machine.live_threads(), bit(0) | bit(1) | bit(2));
  EXPECT_EQ(machine.moved_threads(), bit(0) | bit(1) | bit(2))
      << "new threads run to their first visible operation";
  const Pending& pending = machine.thread(1).pending;
  EXPECT_EQ(pending.kind, PendingKind::Access);
  EXPECT_EQ(pending.range.address, x);
  EXPECT_EQ(pending.range.size, 8u);
  EXPECT_TRUE(pending.writes);
  EXPECT_FALSE(pending.atomic);
  EXPECT_EQ(word_at(machine, x), 0u) << "it stands before the access";
  EXPECT_EQ(machine.run(1), Stop::Finished);
  EXPECT_EQ(word_at(machine, x), 3u);
  EXPECT_EQ(machine.live_threads(), bit(0) | bit(2));
}

TEST(Machine, StopsBeforePrivateAccessesTooIfEverythingCounts) {
  ProgramBuilder builder;
  const Program program = threads_program(
      builder,
      {[](ProgramBuilder& b) { b.store(b.constant(1), b.allocate(8)); }, [](ProgramBuilder&) {}});
  Machine machine(program, {.sharing = SharingPolicy::Everything});
  machine.run(0);
  EXPECT_EQ(machine.thread(1).pending.kind, PendingKind::Access);
}

TEST(Machine, AloneAThreadDoesNotStop) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  builder.begin("main");
  for (uint64_t k = 1; k < 5; ++k) builder.store_to(x, k);
  builder.exit(7);
  const Program program = builder.finish();
  Machine machine(program, {});
  EXPECT_EQ(machine.run(0), Stop::Exit);
  EXPECT_EQ(word_at(machine, x), 4u);
  EXPECT_EQ(machine.exit_code(), 7);
}

TEST(Machine, ModelsCanAccessMemoryUnseen) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Body invisible = [=](ProgramBuilder& b) { b.store_to(x, 1, kInvisible); };
  const Program program = threads_program(builder, {invisible, invisible});
  Machine machine(program, {});
  machine.run(0);
  EXPECT_EQ(machine.live_threads(), bit(0)) << "both have run to their ends";
}

// A thread may stand before an access, be left alone, and then start another thread.
TEST(Machine, OnceAloneAThreadStopsAgainAsSoonAsThereIsAnother) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const uint64_t y = builder.global("y");
  const uint64_t first = builder.begin("first", 2);
  builder.store_to(x, 1, kAtomic);
  builder.end_thread();
  const uint64_t second = builder.begin("second", 2);
  builder.store_to(y, 2);
  builder.end_thread();
  builder.begin("main");
  builder.spawn(first);
  builder.load_from(x, kAtomic);
  builder.spawn(second);
  builder.store_to(y, 1);
  builder.exit();
  const Program program = builder.finish();
  Machine machine(program, {});
  ASSERT_EQ(machine.run(0), Stop::Visible);
  ASSERT_EQ(machine.run(1), Stop::Finished);
  EXPECT_EQ(machine.run(0), Stop::Visible);
  EXPECT_EQ(machine.thread(0).pending.range.address, y);
  EXPECT_EQ(word_at(machine, y), 0u) << "the second thread may be first to write it";
}

// --- sharing while running ---

TEST(Machine, StoringAPointerInSharedMemorySharesItsObject) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Body publish = [=](ProgramBuilder& b) {
    const Operand block = b.allocate(8);
    b.store(b.constant(1), block);                         // private
    b.store(block, b.constant(x), 8, kPointer | kAtomic);  // visible
    b.store(b.constant(2), block);                         // visible from here on
  };
  const Program program = threads_program(
      builder,
      {publish, [](ProgramBuilder& b) { b.await(SyncKind::Join, 0, {{b.global("never"), 1}}); }});
  Machine machine(program, {});
  machine.run(0);
  EXPECT_EQ(machine.thread(1).pending.range.address, x);
  ASSERT_EQ(machine.run(1), Stop::Visible);
  EXPECT_EQ(machine.thread(1).pending.range.address, word_at(machine, x));
}

TEST(Machine, APointerThatCouldTravelUnseenSharesItsObject) {
  ProgramBuilder builder;
  const Body expose = [](ProgramBuilder& b) {
    const Operand block = b.allocate(8);
    b.emit({.opcode = Opcode::Expose, .a = b.slot(), .b = block});
    b.store(b.constant(1), block);
  };
  const Body disguise = [](ProgramBuilder& b) {
    const Operand block = b.allocate(8);
    const Operand holder = b.allocate(8);
    b.store(block, holder, 8, kPointer);
    b.load(holder, 4);  // half of the pointer, as a number
    b.store(b.constant(1), block);
  };
  const Body crooked = [](ProgramBuilder& b) {
    const Operand block = b.allocate(8);
    const Operand holder = b.allocate(16);
    b.store(block, b.binary(Opcode::Add, holder, b.constant(3)), 8, kPointer);  // across two words
    b.store(b.constant(1), block);
  };
  const Body innocent = [](ProgramBuilder& b) {
    const Operand block = b.allocate(8);
    const Operand holder = b.allocate(8);
    b.store(block, holder, 8, kPointer);
    b.store(b.constant(1), b.load(holder, 8, kPointer));
  };
  const Program program = threads_program(builder, {expose, disguise, crooked, innocent});
  Machine machine(program, {});
  machine.run(0);
  EXPECT_EQ(machine.thread(1).pending.kind, PendingKind::Access);
  EXPECT_EQ(machine.thread(2).pending.kind, PendingKind::Access);
  EXPECT_EQ(machine.thread(3).pending.kind, PendingKind::Access);
  EXPECT_EQ(machine.thread(4).status, ThreadStatus::Finished);
}

// --- waiting, choosing, atomic sections ---

TEST(Machine, AwaitLetsAThreadGoWhenAllItsConditionsHold) {
  ProgramBuilder builder;
  const uint64_t a = builder.global("a");
  const uint64_t b = builder.global("b", 8, 0x55);
  const uint64_t lock = builder.global("lock");
  const Body waiter = [=](ProgramBuilder& p) {
    p.await(SyncKind::SemWait, lock, {{a, 1}, {b, 2}}, 0xf);
  };
  const Body setter = [=](ProgramBuilder& p) {
    p.store_to(a, 0x31, kAtomic);
    p.store_to(b, 0x42, kAtomic);
  };
  const Program program = threads_program(builder, {waiter, setter});
  Machine machine(program, {});
  machine.run(0);
  EXPECT_EQ(machine.thread(1).pending.kind, PendingKind::Await);
  EXPECT_EQ(machine.thread(1).pending.sync, SyncKind::SemWait);
  EXPECT_EQ(machine.blocked_on(1), lock);
  EXPECT_EQ(machine.enabled_threads(), bit(2));
  machine.run(2);
  EXPECT_FALSE(machine.is_enabled(1)) << "only one of two holds";
  machine.run(2);
  EXPECT_TRUE(machine.is_enabled(1));
  EXPECT_EQ(machine.run(1), Stop::Finished);
}

TEST(Machine, AHeldLockNamesItsOwner) {
  const Program program = testing::opposite_locks();
  Machine machine(program, {});
  machine.run(0);
  EXPECT_EQ(machine.waits_for(1), std::nullopt) << "the lock is free";
  machine.run(1);  // takes the first lock, stands before the second
  machine.run(2);  // takes the second lock
  EXPECT_EQ(machine.waits_for(1), ThreadNumber(2));
  EXPECT_EQ(machine.waits_for(2), ThreadNumber(1));
  EXPECT_EQ(machine.enabled_threads(), 0u);
}

TEST(Machine, ReleasesAreVisibleOnlyOnRequest) {
  ProgramBuilder builder;
  const uint64_t mutex = builder.global("mutex");
  const Body critical = [=](ProgramBuilder& b) {
    b.lock(mutex);
    b.unlock(mutex);
  };
  const Program program = threads_program(builder, {critical, critical});
  for (const bool visible : {false, true}) {
    Machine machine(program, {.visible_releases = visible});
    machine.run(0);
    EXPECT_EQ(machine.run(1), visible ? Stop::Visible : Stop::Finished);
    EXPECT_EQ(machine.is_enabled(2), !visible);
  }
}

TEST(Machine, ChooseTakesTheBranchItIsGiven) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  builder.begin("main");
  builder.store(builder.choose(1), builder.constant(x));  // one branch is no choice
  builder.store(builder.choose(3), builder.constant(x));
  builder.exit();
  const Program program = builder.finish();
  Machine machine(program, {});
  ASSERT_EQ(machine.run(0), Stop::Visible);
  EXPECT_EQ(machine.thread(0).pending.kind, PendingKind::Choose);
  EXPECT_EQ(machine.thread(0).pending.branches, 3u);
  const Machine::Mark mark = machine.mark();
  for (uint32_t branch = 0; branch < 3; ++branch) {
    EXPECT_EQ(machine.run(0, branch), Stop::Exit);
    EXPECT_EQ(word_at(machine, x), branch);
    machine.undo(mark);
  }
}

TEST(Machine, AtomicSectionsRunInOneTransition) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const uint64_t y = builder.global("y");
  const Body section = [=](ProgramBuilder& b) {
    b.emit({.opcode = Opcode::AtomicBegin});
    b.store_to(x, 1);
    b.emit({.opcode = Opcode::AtomicBegin});  // they nest
    b.store_to(x, 2);
    b.emit({.opcode = Opcode::AtomicEnd});
    b.load_from(x);
    b.emit({.opcode = Opcode::AtomicEnd});
    b.store_to(y, 1);
  };
  const Program program = threads_program(builder, {section, section});
  Machine machine(program, {});
  machine.run(0);
  EXPECT_EQ(machine.thread(1).pending.sync, SyncKind::AtomicBegin);
  ASSERT_EQ(machine.run(1), Stop::Visible);
  EXPECT_EQ(word_at(machine, x), 2u);
  EXPECT_EQ(machine.thread(1).pending.range.address, y);
  ASSERT_EQ(machine.section_accesses().size(), 3u);
  EXPECT_TRUE(machine.section_accesses()[0].writes);
  EXPECT_FALSE(machine.section_accesses()[2].writes);
  EXPECT_EQ(machine.run(1), Stop::Finished);
  EXPECT_TRUE(machine.section_accesses().empty());
}

// --- ends ---

TEST(Machine, ALocalLoopThatChangesNothingNeverEnds) {
  ProgramBuilder builder;
  builder.begin("main");
  builder.jump(builder.here());
  const Program program = builder.finish();
  Machine machine(program, {});
  ASSERT_EQ(machine.run(0), Stop::Violation);
  EXPECT_EQ(machine.violation()->kind, ErrorKind::EndlessLoop);
}

// Found by a period of any length, and soon: a replay goes all the way each time.
TEST(Machine, ALongLocalCycleIsFoundAfterAFewRounds) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  builder.begin("main");
  const Point again = builder.here();
  const Operand next = builder.binary(Opcode::Add, builder.load_from(x), builder.constant(1));
  builder.store(builder.binary(Opcode::URem, next, builder.constant(997)), builder.constant(x));
  builder.jump(again);
  const Program program = builder.finish();
  Machine machine(program, {});
  ASSERT_EQ(machine.run(0), Stop::Violation);
  EXPECT_EQ(machine.violation()->kind, ErrorKind::EndlessLoop);
  EXPECT_LT(machine.instructions(), 5'000'000u);
}

TEST(Machine, ALoopThatCountsIsStoppedAtTheStepLimit) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  builder.begin("main");
  const Point again = builder.here();
  builder.store(builder.binary(Opcode::Add, builder.load_from(x), builder.constant(1)),
                builder.constant(x));
  builder.jump(again);
  const Program program = builder.finish();
  Machine machine(program, {.max_local_steps = 300'000});
  EXPECT_EQ(machine.run(0), Stop::StepLimit);
  EXPECT_GE(machine.instructions(), 300'000u);
  EXPECT_LT(machine.instructions(), 600'000u);
}

TEST(Machine, ALongLoopThatEndsIsNoError) {
  ProgramBuilder builder;
  builder.begin("main");
  const uint32_t counter = builder.slot();
  builder.emit({.opcode = Opcode::Move, .a = counter, .b = builder.constant(0)});
  const Point again = builder.here();
  builder.emit(
      {.opcode = Opcode::Add, .width = 64, .a = counter, .b = counter, .c = builder.constant(1)});
  builder.jump_if_below(counter, 400'000, again);
  builder.exit();
  const Program program = builder.finish();
  Machine machine(program, {});
  EXPECT_EQ(machine.run(0), Stop::Exit);
}

TEST(Machine, ThreadNumbersAreReusedOnceReleased) {
  ProgramBuilder builder;
  const uint64_t brief = builder.begin("brief", 2);
  const uint32_t self = builder.slot();
  builder.emit({.opcode = Opcode::ThreadSelf, .a = self});
  builder.emit({.opcode = Opcode::ThreadRelease, .a = self});
  builder.end_thread();
  const uint64_t kept = builder.begin("kept", 2);
  builder.end_thread();
  builder.begin("main");
  builder.choose(2);  // so that the new threads of each stretch run
  builder.spawn(brief);
  builder.choose(2);
  builder.spawn(kept);
  builder.choose(2);
  builder.spawn(kept);
  builder.choose(2);
  builder.exit();
  const Program program = builder.finish();
  Machine machine(program, {.max_threads = 2});
  machine.run(0);
  machine.run(0);
  EXPECT_EQ(machine.thread(1).status, ThreadStatus::Unused);
  machine.run(0);
  EXPECT_EQ(machine.thread(1).status, ThreadStatus::Finished);
  ASSERT_EQ(machine.run(0), Stop::Violation);
  EXPECT_EQ(machine.violation()->kind, ErrorKind::ThreadLimit);
}

}  // namespace
}  // namespace heddle
