// Tests of states: what tells them apart, and that they come back when transitions are taken back.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <random>
#include <set>

#include "machine/machine.h"
#include "machine/program_builder.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::threads_program;

std::vector<uint64_t> encoded(const Machine& machine) {
  std::vector<uint64_t> words;
  machine.encode(words);
  return words;
}

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
    b.emit({.opcode = Opcode::AtomicUpdate,
            .width = 64,
            .aux = kAtomic | kPointer,
            .a = taken,
            .b = b.constant(list),
            .c = b.constant(0)});
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
    for (uint32_t branch = 0; branch < std::max(pending.branches, 1u); ++branch)
      steps.push_back({thread, branch});
  }
  if (steps.empty()) return std::nullopt;
  return steps[random() % steps.size()];
}

class RandomWalk : public ::testing::TestWithParam<SharingPolicy> {
 protected:
  Program program_ = mixed_program();
  MachineOptions options_{.sharing = GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Policies, RandomWalk,
                         ::testing::Values(SharingPolicy::ByReachability,
                                           SharingPolicy::Everything));

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
      ASSERT_EQ(by_state.emplace(state, machine.fingerprint()).first->second,
                machine.fingerprint());
      const std::optional<Step> step = random_step(machine, random);
      ASSERT_TRUE(step.has_value());
      stop = machine.run(step->thread, step->branch);
    }
  }
  EXPECT_GT(by_state.size(), 300u);
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
    for (ThreadNumber thread = 0; thread < 4; ++thread)
      stacks.push_back(machine.call_stack(thread));
    return stacks;
  };
  std::mt19937 random(6);
  Machine machine(program_, options_);
  Stop stop = machine.run(0);
  std::vector<Saved> saved;
  for (int round = 0; round < 20'000; ++round) {
    if (stop == Stop::Visible || stop == Stop::Finished)
      saved.push_back({machine.mark(), encoded(machine), machine.fingerprint(),
                       machine.live_threads(), machine.enabled_threads(), stacks_of(machine)});
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
TEST(MachineState, DeadRegistersDoNotTellStatesApart) {
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
TEST(MachineState, SizesOfLocalArraysTellStatesApart) {
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

// Whether others may run behind the choice depends on it.
TEST(MachineState, BeingInAnAtomicSectionTellsStatesApart) {
  ProgramBuilder builder;
  builder.begin("main");
  const Operand enters = builder.choose(2);
  builder.emit(
      {.opcode = Opcode::Branch, .a = enters, .b = builder.here() + 1, .c = builder.here() + 2});
  builder.emit({.opcode = Opcode::AtomicBegin});
  builder.choose(2);
  builder.exit();
  const Program program = builder.finish();
  Machine machine(program, {});
  machine.run(0);
  const Machine::Mark mark = machine.mark();
  machine.run(0, 0);
  const Fingerprint outside = machine.fingerprint();
  const std::vector<uint64_t> state_outside = encoded(machine);
  machine.undo(mark);
  machine.run(0, 1);
  EXPECT_NE(machine.fingerprint(), outside);
  EXPECT_NE(encoded(machine), state_outside);
}

TEST(MachineState, DifferentPlacesAreDifferentStates) {
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
