// Tests of transitions: where they stop, what enables a thread, and that they can be taken back.
// SPDX-License-Identifier: Apache-2.0
#include "machine/machine.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <random>

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

std::vector<uint64_t> encoded(const Machine& machine) {
  std::vector<uint64_t> words;
  machine.encode(words);
  return words;
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
  EXPECT_EQ(machine.moved_threads(), bit(0) | bit(1) | bit(2)) << "new threads run to their first visible operation";
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
  const Program program = threads_program(builder, {[](ProgramBuilder& b) { b.store(b.constant(1), b.allocate(8)); }, [](ProgramBuilder&) {}});
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
  const Program program = threads_program(builder, {publish, [](ProgramBuilder& b) { b.await(SyncKind::Join, 0, {{b.global("never"), 1}}); }});
  Machine machine(program, {});
  machine.run(0);
  EXPECT_EQ(machine.thread(1).pending.range.address, x);
  ASSERT_EQ(machine.run(1), Stop::Visible);
  EXPECT_EQ(machine.thread(1).pending.range.address, word_at(machine, x));
}

TEST(Machine, APointerThatBecomesAnIntegerSharesItsObject) {
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
  const Body innocent = [](ProgramBuilder& b) {
    const Operand block = b.allocate(8);
    const Operand holder = b.allocate(8);
    b.store(block, holder, 8, kPointer);
    b.store(b.constant(1), b.load(holder, 8, kPointer));
  };
  const Program program = threads_program(builder, {expose, disguise, innocent});
  Machine machine(program, {});
  machine.run(0);
  EXPECT_EQ(machine.thread(1).pending.kind, PendingKind::Access);
  EXPECT_EQ(machine.thread(2).pending.kind, PendingKind::Access);
  EXPECT_EQ(machine.thread(3).status, ThreadStatus::Finished);
}

// --- waiting, choosing, atomic sections ---

TEST(Machine, AwaitLetsAThreadGoWhenAllItsConditionsHold) {
  ProgramBuilder builder;
  const uint64_t a = builder.global("a");
  const uint64_t b = builder.global("b", 8, 0x55);
  const uint64_t lock = builder.global("lock");
  const Body waiter = [=](ProgramBuilder& p) { p.await(SyncKind::SemWait, lock, {{a, 1}, {b, 2}}, 0xf); };
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

TEST(Machine, ALoopThatCountsIsStoppedAtTheStepLimit) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  builder.begin("main");
  const Point again = builder.here();
  builder.store(builder.binary(Opcode::Add, builder.load_from(x), builder.constant(1)), builder.constant(x));
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
  builder.emit({.opcode = Opcode::Add, .width = 64, .a = counter, .b = counter, .c = builder.constant(1)});
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

TEST(Machine, AtExitOnlyGlobalsOfCutOffThreadsCount) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const uint64_t worker = builder.begin("worker", 2);
  builder.store(builder.constant(1), builder.allocate(8));
  builder.fetch_add(x, 1);
  builder.fetch_add(x, 0);
  builder.end_thread();
  builder.begin("main");
  builder.spawn(worker);
  builder.visible(SyncKind::Exit, 0, 0);
  builder.exit();
  const Program program = builder.finish();
  const auto final_after = [&](int steps_of_worker) {
    Machine machine(program, {});
    machine.run(0);
    for (int k = 0; k < steps_of_worker; ++k) machine.run(1);
    EXPECT_EQ(machine.run(0), Stop::Exit);
    return machine.final_fingerprint();
  };
  EXPECT_NE(final_after(0), final_after(1)) << "x was written";
  EXPECT_EQ(final_after(1), final_after(2)) << "where the worker stood does not matter";
}

// --- fingerprints and undo over random walks ---

// Programs that use what a machine has: calls, locals, heap, locks, choices, atomic sections.
Program mixed_program() {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const uint64_t y = builder.global("y");
  const uint64_t list = builder.global("list");
  const uint64_t mutex = builder.global("mutex");
  builder.thread_local_variable("tls", 3);
  const uint64_t helper = builder.begin("helper", 1);
  const Operand local = builder.local(8);
  builder.store(0, local);
  builder.fetch_add(x, 1);
  builder.return_values({builder.load(local)});
  const Body busy = [=](ProgramBuilder& b) {
    const Operand picked = b.choose(2);
    const Operand result = b.call(helper, {picked}, 1)[0];
    b.lock(mutex);
    const Operand block = b.allocate(16);
    b.store(b.load_from(list, kPointer), block, 8, kPointer);
    b.store(block, b.constant(list), 8, kPointer);
    b.unlock(mutex);
    b.emit({.opcode = Opcode::AtomicBegin});
    b.store_to(y, 5);
    b.store(result, b.constant(y));
    b.emit({.opcode = Opcode::AtomicEnd});
    const Operand taken = b.slot();
    b.emit({.opcode = Opcode::AtomicUpdate, .width = 64, .aux = kAtomic | kPointer, .a = taken, .b = b.constant(list), .c = b.constant(0)});
    b.free(taken);
  };
  return threads_program(builder, {busy, busy, [=](ProgramBuilder& b) { b.fetch_add(y, 1); }});
}

struct Step {
  ThreadNumber thread;
  uint32_t branch;
};

std::optional<Step> random_step(const Machine& machine, std::mt19937& random) {
  std::vector<Step> steps;
  for (uint64_t rest = machine.enabled_threads(); rest; rest &= rest - 1) {
    const auto thread = ThreadNumber(std::countr_zero(rest));
    const Pending& pending = machine.thread(thread).pending;
    for (uint32_t branch = 0; branch < std::max(pending.branches, 1u); ++branch) steps.push_back({thread, branch});
  }
  if (steps.empty()) return std::nullopt;
  return steps[random() % steps.size()];
}

class RandomWalk : public ::testing::TestWithParam<SharingPolicy> {
 protected:
  Program program_ = mixed_program();
  MachineOptions options_{.sharing = GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Policies, RandomWalk, ::testing::Values(SharingPolicy::ByReachability, SharingPolicy::Everything));

// Equal fingerprints and equal states always come together.
TEST_P(RandomWalk, FingerprintStandsForTheState) {
  std::mt19937 random(5);
  std::map<Fingerprint, std::vector<uint64_t>> by_fingerprint;
  std::map<std::vector<uint64_t>, Fingerprint> by_state;
  for (int walk = 0; walk < 200; ++walk) {
    Machine machine(program_, options_);
    for (Stop stop = machine.run(0); stop == Stop::Visible || stop == Stop::Finished;) {
      const std::vector<uint64_t> state = encoded(machine);
      ASSERT_EQ(by_fingerprint.emplace(machine.fingerprint(), state).first->second, state);
      ASSERT_EQ(by_state.emplace(state, machine.fingerprint()).first->second, machine.fingerprint());
      const std::optional<Step> step = random_step(machine, random);
      ASSERT_TRUE(step.has_value());
      stop = machine.run(step->thread, step->branch);
    }
  }
  EXPECT_GT(by_state.size(), 500u);
}

TEST_P(RandomWalk, UndoBringsTheWholeStateBack) {
  struct Saved {
    Machine::Mark mark;
    std::vector<uint64_t> state;
    Fingerprint fingerprint;
    uint64_t live, enabled;
    std::vector<CallStack> stacks;
  };
  const auto stacks_of = [](const Machine& machine) {
    std::vector<CallStack> stacks;
    for (ThreadNumber thread = 0; thread < 4; ++thread) stacks.push_back(machine.call_stack(thread));
    return stacks;
  };
  std::mt19937 random(6);
  Machine machine(program_, options_);
  Stop stop = machine.run(0);
  std::vector<Saved> saved;
  for (int round = 0; round < 20'000; ++round) {
    if (stop == Stop::Visible || stop == Stop::Finished)
      saved.push_back({machine.mark(), encoded(machine), machine.fingerprint(), machine.live_threads(),
                       machine.enabled_threads(), stacks_of(machine)});
    if ((stop != Stop::Visible && stop != Stop::Finished) || random() % 4 == 0) {
      saved.resize(random() % saved.size() + 1);
      const Saved& back = saved.back();
      machine.undo(back.mark);
      ASSERT_EQ(encoded(machine), back.state) << "round " << round;
      ASSERT_EQ(machine.fingerprint(), back.fingerprint) << "round " << round;
      ASSERT_EQ(machine.live_threads(), back.live);
      ASSERT_EQ(machine.enabled_threads(), back.enabled);
      ASSERT_EQ(stacks_of(machine), back.stacks);
    }
    const std::optional<Step> step = random_step(machine, random);
    ASSERT_TRUE(step.has_value());
    stop = machine.run(step->thread, step->branch);
  }
}

// Each walk is run on a fresh machine and on one that has been elsewhere before.
TEST_P(RandomWalk, WhatFollowsAnUndoIsAsOnAFreshMachine) {
  std::mt19937 random(8);
  Machine used(program_, options_);
  used.run(0);
  const Machine::Mark start = used.mark();
  for (int walk = 0; walk < 100; ++walk) {
    Machine fresh(program_, options_);
    fresh.run(0);
    used.undo(start);
    for (Stop stop = Stop::Visible; stop == Stop::Visible || stop == Stop::Finished;) {
      ASSERT_EQ(encoded(used), encoded(fresh));
      ASSERT_EQ(used.fingerprint(), fresh.fingerprint());
      const std::optional<Step> step = random_step(fresh, random);
      stop = fresh.run(step->thread, step->branch);
      ASSERT_EQ(used.run(step->thread, step->branch), stop);
    }
  }
}

// What is in a register that nobody will read again, or in memory that was freed, is not in a state.
TEST(Machine, DeadRegistersDoNotTellStatesApart) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  builder.begin("main");
  const Operand dead = builder.choose(2);
  builder.binary(Opcode::Add, dead, builder.constant(1));
  const Operand live = builder.choose(2);
  builder.choose(2);
  builder.store(live, builder.constant(x));
  builder.exit();
  const Program program = builder.finish();
  const auto after = [&](uint32_t first, uint32_t second) {
    Machine machine(program, {});
    machine.run(0);
    machine.run(0, first);
    machine.run(0, second);
    return machine.fingerprint();
  };
  EXPECT_EQ(after(0, 0), after(1, 0));
  EXPECT_NE(after(0, 0), after(0, 1));
}

// The size of a variable length array decides which accesses are errors, also when the register that
// held it is dead.
TEST(Machine, SizesOfLocalArraysTellStatesApart) {
  ProgramBuilder builder;
  builder.begin("main");
  const Operand count = builder.binary(Opcode::Add, builder.choose(2), builder.constant(1));
  const uint32_t array = builder.slot();
  builder.emit({.opcode = Opcode::Alloca, .a = array, .b = count, .c = 16, .imm = 8});
  builder.choose(2);
  builder.load(builder.binary(Opcode::Add, array, builder.constant(8)));
  builder.exit();
  const Program program = builder.finish();
  std::map<uint32_t, Fingerprint> after;
  std::map<uint32_t, std::vector<uint64_t>> states;
  for (const uint32_t branch : {0u, 1u}) {
    Machine machine(program, {});
    machine.run(0);
    machine.run(0, branch);
    after[branch] = machine.fingerprint();
    states[branch] = encoded(machine);
    EXPECT_EQ(machine.run(0, 0), branch == 0 ? Stop::Violation : Stop::Exit);
  }
  EXPECT_NE(states[0], states[1]);
  EXPECT_NE(after[0], after[1]);
}

TEST(Machine, DifferentPlacesAreDifferentStates) {
  ProgramBuilder builder;
  builder.begin("main");
  builder.choose(2);
  builder.choose(2);
  builder.choose(2);
  builder.exit();
  const Program program = builder.finish();
  Machine machine(program, {});
  std::set<Fingerprint> seen;
  for (int k = 0; k < 3; ++k) {
    machine.run(0);
    seen.insert(machine.fingerprint());
  }
  EXPECT_EQ(seen.size(), 3u);
}

}  // namespace
}  // namespace heddle
