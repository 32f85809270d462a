// Tests of which operations the hybrid reduction lets pass, given where the other threads stand.
// SPDX-License-Identifier: Apache-2.0
#include "reduction/hybrid.h"

#include <gtest/gtest.h>

#include "analysis/analyse.h"
#include "machine/program_builder.h"
#include "support/bits.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::threads_program;

class Hybrid : public ::testing::Test {
 protected:
  // Runs main until all threads stand before something that needs a choice.
  void start(const std::vector<Body>& bodies, const AnalysisOptions& options = {}) {
    begin(threads_program(b, bodies), options);
  }
  void begin(Program made, const AnalysisOptions& options = {}) {
    program = std::move(made);
    filter = std::make_unique<HybridFilter>(program, analyse(program, options));
    machine = std::make_unique<Machine>(program, MachineOptions{.filter = filter.get()});
    machine->run(0);
  }
  bool stands(ThreadNumber thread) const { return machine->live_threads() & bit(thread); }
  uint64_t avoided(AvoidedBy reason) const { return machine->avoided_choices().by[size_t(reason)]; }

  ProgramBuilder b;
  uint64_t x = b.global("x");
  uint64_t y = b.global("y");
  uint64_t z = b.global("z");
  uint64_t mutex = b.global("mutex");
  Program program;
  std::unique_ptr<HybridFilter> filter;
  std::unique_ptr<Machine> machine;

  Body read(uint64_t address) const {
    return [=](ProgramBuilder& builder) { builder.load_from(address); };
  }
  Body write(uint64_t address) const {
    return [=](ProgramBuilder& builder) { builder.store_to(address, 1); };
  }
};

TEST_F(Hybrid, AWriteNeedsAChoiceWhileAnotherMayRead) {
  start({write(x), read(x)});
  EXPECT_TRUE(stands(1) && stands(2));
}

TEST_F(Hybrid, TwoWritesConflict) {
  start({write(x), write(x)});
  EXPECT_TRUE(stands(1) && stands(2));
}

TEST_F(Hybrid, TwoReadsDoNot) {
  start({read(x), read(x)});
  EXPECT_FALSE(stands(1) || stands(2));
  EXPECT_EQ(avoided(AvoidedBy::ImmutableFields), 2u);
}

TEST_F(Hybrid, DifferentVariablesDoNot) {
  start({write(x), write(y)});
  EXPECT_FALSE(stands(1) || stands(2));
  EXPECT_EQ(avoided(AvoidedBy::FieldAccesses), 2u);
}

TEST_F(Hybrid, WhatAnotherHasDoneAlreadyDoesNotCount) {
  // The first stands at y, past x; the third keeps it there.
  start({[&](ProgramBuilder& builder) {
           builder.load_from(x);
           builder.store_to(y, 1);
         },
         write(y),
         [&](ProgramBuilder& builder) {
           builder.load_from(y);
           builder.store_to(x, 1);
         }});
  ASSERT_TRUE(stands(1) && stands(2) && stands(3));
  machine->run(1);
  while (stands(1)) machine->run(1);
  while (stands(2)) machine->run(2);
  EXPECT_EQ(machine->run(3), Stop::Finished) << "nobody reads x any more";
}

// Main stands before z, which a third thread writes, or waits for what the worker says when it is done.
TEST_F(Hybrid, ALocalVariableOfAnotherMayEndUnlessItWaits) {
  for (const bool waits : {false, true}) {
    b = {};
    z = b.global("z");
    const uint64_t done = b.global("done");
    const uint64_t worker = b.begin("worker", 2);
    b.store(b.constant(1), 0);
    b.store_to(done, 1, kInvisible);
    b.end_thread();
    const uint64_t third = b.begin("third", 2);
    b.store_to(z, 1);
    b.end_thread();
    b.begin("main");
    b.spawn(worker, b.local(8));
    b.spawn(third);
    if (!waits) b.store_to(z, 2);
    b.await(SyncKind::Join, done, {{done, 1}});
    b.exit();
    begin(b.finish());
    EXPECT_EQ(stands(1), !waits) << "although main does not access it again";
  }
}

// Whoever waits for a signal that only the running thread may give cannot come first; whoever may be woken
// by a third can.
TEST_F(Hybrid, WhatComesAfterASignalThatOnlyTheRunningThreadGivesDoesNotCount) {
  for (const bool third_signals : {false, true}) {
    b = {};
    x = b.global("x"), z = b.global("z");
    const uint64_t gate = b.global("gate");
    const Body open_gate = [=](ProgramBuilder& builder) {
      builder.visible(SyncKind::SemPost, gate, 8);
      builder.store_to(gate, 1, kInvisible);
    };
    const Body waiter = [=, this](ProgramBuilder& builder) {
      builder.await(SyncKind::SemWait, gate, {{gate, 1}});
      builder.store_to(x, 1);
    };
    const Body signaller = [=, this](ProgramBuilder& builder) {
      builder.store_to(x, 1);
      open_gate(builder);
    };
    const Body third = [=, this](ProgramBuilder& builder) {
      builder.store_to(z, 1);
      if (third_signals) open_gate(builder);
    };
    start({waiter, signaller, third, write(z)});
    ASSERT_EQ(machine->thread(1).pending.sync, SyncKind::SemWait);
    EXPECT_EQ(machine->thread(2).pending.kind == PendingKind::Access, third_signals);
  }
}

// The second thread is kept before z by the third; then it locks, and writes x.
TEST_F(Hybrid, WhatIsBehindAMutexThatTheRunningThreadHoldsDoesNotCount) {
  for (const bool happens_before : {true, false}) {
    b = {};
    x = b.global("x"), z = b.global("z"), mutex = b.global("mutex");
    const uint64_t lock = b.lock_function();
    const uint64_t unlock = b.unlock_function();
    const Body locked = [=, this](ProgramBuilder& builder) {
      builder.call(lock, {builder.constant(mutex)}, 1);
      builder.store_to(x, 1);
      builder.call(unlock, {builder.constant(mutex)}, 1);
    };
    const Body later = [=, this](ProgramBuilder& builder) {
      builder.store_to(z, 1);
      locked(builder);
    };
    start({locked, later, write(z)}, {.happens_before = happens_before});
    ASSERT_EQ(machine->thread(1).pending.sync, SyncKind::MutexLock);
    ASSERT_EQ(machine->thread(2).pending.range.address, z);
    EXPECT_EQ(machine->run(1), happens_before ? Stop::Finished : Stop::Visible);
    EXPECT_EQ(avoided(AvoidedBy::HappensBefore) > 0, happens_before);
  }
}

// As before, but the second thread locks the other one of its two mutexes.
TEST_F(Hybrid, NotIfItIsBehindAnotherMutex) {
  const uint64_t other = b.global("other");
  const uint64_t lock = b.lock_function();
  const uint64_t unlock = b.unlock_function();
  const uint64_t f = b.begin("f", 2);
  b.store_to(z, 1);
  b.call(lock, {1}, 1);
  b.store_to(x, 1);
  b.call(unlock, {1}, 1);
  b.store(0, b.constant(y));
  b.return_values({});
  const Body locked = [=, this](ProgramBuilder& builder) {
    builder.store_to(y, 1);
    builder.call(lock, {builder.constant(mutex)}, 1);
    builder.store_to(x, 1);
    builder.call(unlock, {builder.constant(mutex)}, 1);
  };
  const Body later = [=, this](ProgramBuilder& builder) {
    builder.call(f, {builder.constant(mutex), builder.constant(other)}, 0);
  };
  start({locked, later, write(z)});
  ASSERT_EQ(machine->thread(2).pending.range.address, z);
  ASSERT_EQ(machine->thread(1).pending.range.address, y);
  EXPECT_EQ(machine->run(1), Stop::Visible);
  EXPECT_EQ(machine->thread(1).pending.range.address, x);
}

TEST_F(Hybrid, NorWhatAThreadDoesThatWaitsForTheRunningOne) {
  const uint64_t lock = b.lock_function();
  const uint64_t unlock = b.unlock_function();
  const Body waits = [=, this](ProgramBuilder& builder) {
    builder.lock(mutex);  // not known to the analysis as a lock
    builder.store_to(x, 1);
    builder.unlock(mutex);
  };
  const Body holds = [=, this](ProgramBuilder& builder) {
    builder.call(lock, {builder.constant(mutex)}, 1);
    builder.store_to(x, 1);
    builder.call(unlock, {builder.constant(mutex)}, 1);
  };
  start({holds, waits});
  ASSERT_EQ(machine->thread(2).pending.sync, SyncKind::MutexLock);
  EXPECT_EQ(machine->run(1), Stop::Finished);
}

// main joins the first thread, reads, and joins the second: which of them writes matters.
TEST_F(Hybrid, WhatComesAfterTheJoinOfAnotherThreadCounts) {
  const uint64_t states = b.global("states", 16);
  const uint64_t join = b.join_function(states);
  const uint64_t first = b.begin("first", 2);
  b.store_to(y, 1);
  b.end_thread();
  const uint64_t second = b.begin("second", 2);
  b.store_to(y, 1);
  b.store_to(x, 1);
  b.end_thread();
  b.begin("main");
  for (uint64_t owner : {2, 3})
    b.store(b.constant(owner), b.constant(states + 4 * owner), 4, kInvisible);
  b.spawn(first);
  b.spawn(second);
  b.call(join, {b.constant(2), b.constant(0)}, 1);
  b.load_from(x);
  b.call(join, {b.constant(3), b.constant(0)}, 1);
  b.exit();
  begin(b.finish());
  ASSERT_EQ(machine->waits_for(0), 1u);
  ASSERT_EQ(machine->thread(2).pending.range.address, y);
  EXPECT_EQ(machine->run(2), Stop::Visible);
  EXPECT_EQ(machine->thread(2).pending.range.address, x);
}

// An index that leaves its declared array.
Body beyond(uint64_t array, uint64_t index) {
  return [=](ProgramBuilder& builder) {
    builder.store(builder.constant(1),
                  builder.index(builder.constant(array), builder.load_from(index), 8, 1));
  };
}

TEST_F(Hybrid, AnAccessThatWasNotExpectedIsNoticed) {
  const uint64_t array = b.global("array", 16);
  const uint64_t one = b.global("one", 8, 1);
  start({beyond(array, one), write(array + 8)});
  EXPECT_TRUE(filter->was_wrong());
}

TEST_F(Hybrid, AlsoWhileNoOtherThreadCanRun) {
  const uint64_t array = b.global("array", 16);
  const uint64_t one = b.global("one", 8, 1);
  b.begin("main");
  beyond(array, one)(b);
  b.store_to(array + 8, 2);
  b.exit();
  begin(b.finish());
  EXPECT_TRUE(filter->was_wrong());
}

TEST_F(Hybrid, WhatWasExpectedIsNotWrong) {
  const uint64_t array = b.global("array", 16);
  const uint64_t zero = b.global("zero", 8, 0);
  start({beyond(array, zero), write(array + 8)});
  EXPECT_FALSE(filter->was_wrong());
}

// The second thread is kept before z by the fourth; then it makes an object, as the first has done.
TEST_F(Hybrid, OthersMayInitialiseObjectsOfTheirOwn) {
  for (const bool immutable_fields : {true, false}) {
    b = {};
    x = b.global("x"), z = b.global("z");
    const uint64_t make = b.begin("make");
    const Operand variable = b.local(8);
    b.store(b.allocate(8), variable, 8, kPointer);
    b.store(b.constant(1), b.load(variable, 8, kPointer));
    b.return_values({b.load(variable, 8, kPointer)});
    const Body maker = [=, this](ProgramBuilder& builder) {
      builder.store(builder.call(make, {}, 1)[0], builder.constant(x), 8, kPointer);
    };
    const Body later = [=, this](ProgramBuilder& builder) {
      builder.store_to(z, 1);
      maker(builder);
    };
    const Body reader = [=, this](ProgramBuilder& builder) {
      builder.load(builder.load(builder.constant(x), 8, kPointer));
    };
    start({maker, later, reader, write(z)}, {.immutable_fields = immutable_fields});
    ASSERT_EQ(machine->run(1), Stop::Finished);
    ASSERT_EQ(machine->thread(2).pending.range.address, z);
    EXPECT_EQ(machine->run(3), immutable_fields ? Stop::Finished : Stop::Visible);
    EXPECT_FALSE(filter->was_wrong());
  }
}

TEST_F(Hybrid, AnImmutableFieldThatIsWrittenIsNoticed) {
  program = threads_program(b, {write(x), read(x)});
  const auto facts = std::const_pointer_cast<Facts>(analyse(program, {}));
  facts->immutable.add_range(0, facts->locations->count());
  filter = std::make_unique<HybridFilter>(program, facts);
  machine = std::make_unique<Machine>(program, MachineOptions{.filter = filter.get()});
  machine->run(0);
  EXPECT_TRUE(filter->was_wrong());
}

}  // namespace
}  // namespace heddle
