// Tests of the deadlocks that are found: circles of threads, and whole programs that stand still.
// SPDX-License-Identifier: Apache-2.0
#include "property/deadlock.h"

#include <gtest/gtest.h>

#include "machine/program_builder.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::threads_program;

TEST(Deadlock, OppositeLocksMakeACircle) {
  const Program program = testing::opposite_locks();
  Machine machine(program, {});
  machine.run(0);
  machine.run(1);
  EXPECT_FALSE(find_waiting_circle(machine)) << "the second lock is free";
  machine.run(2);
  const std::optional<Violation> circle = find_waiting_circle(machine);
  ASSERT_TRUE(circle.has_value());
  EXPECT_EQ(circle->kind, ErrorKind::Deadlock);
  EXPECT_EQ(circle->thread, 1u) << "it begins with the lowest number";
  ASSERT_EQ(circle->notes.size(), 2u);
  EXPECT_EQ(circle->notes[0].thread, 1u);
  EXPECT_EQ(circle->notes[1].thread, 2u);
  EXPECT_NE(circle->notes[0].text.find("held up by thread 2"), std::string::npos)
      << circle->notes[0].text;
  EXPECT_EQ(whole_deadlock(machine).message, circle->message);
}

TEST(Deadlock, TheOtherOrderGoesThrough) {
  const Program program = testing::opposite_locks();
  Machine machine(program, {});
  machine.run(0);
  for (const ThreadNumber thread : {1, 1, 2, 2}) {
    machine.run(thread);
    EXPECT_FALSE(find_waiting_circle(machine));
  }
  EXPECT_EQ(machine.run(0), Stop::Exit);
}

TEST(Deadlock, ARelockWaitsForItself) {
  ProgramBuilder builder;
  const uint64_t mutex = builder.global("mutex");
  const Program program =
      threads_program(builder, {[=](ProgramBuilder& b) {
                                  b.lock(mutex);
                                  b.lock(mutex);
                                },
                                [=](ProgramBuilder& b) { b.fetch_add(b.global("x"), 1); }});
  Machine machine(program, {});
  machine.run(0);
  machine.run(1);
  const std::optional<Violation> circle = find_waiting_circle(machine);
  ASSERT_TRUE(circle.has_value());
  EXPECT_EQ(circle->notes.size(), 1u);
  EXPECT_NE(circle->message.find("waits for itself"), std::string::npos) << circle->message;
}

TEST(Deadlock, ACircleOfSomeThreadsIsFoundWhileOthersRun) {
  ProgramBuilder builder;
  const uint64_t locks[] = {builder.global("a"), builder.global("b"), builder.global("c")};
  std::vector<Body> bodies;
  for (int k = 0; k < 3; ++k)
    bodies.push_back([=](ProgramBuilder& b) {
      b.lock(locks[k]);
      b.lock(locks[(k + 1) % 3]);
    });
  const uint64_t x = builder.global("x");
  bodies.push_back([=](ProgramBuilder& b) { b.fetch_add(x, 1); });
  const Program program = threads_program(builder, bodies);
  Machine machine(program, {});
  for (const ThreadNumber thread : {0, 1, 2}) {
    machine.run(thread);
    EXPECT_FALSE(find_waiting_circle(machine));
  }
  machine.run(3);
  const std::optional<Violation> circle = find_waiting_circle(machine);
  ASSERT_TRUE(circle.has_value());
  EXPECT_EQ(circle->notes.size(), 3u);
  EXPECT_EQ(circle->thread, 1u);
  EXPECT_TRUE(machine.is_enabled(4));
}

TEST(Deadlock, WaitingBehindACircleIsNotInIt) {
  ProgramBuilder builder;
  const uint64_t a = builder.global("a");
  const uint64_t b = builder.global("b");
  const auto both = [](uint64_t outer, uint64_t inner) {
    return [=](ProgramBuilder& p) {
      p.lock(outer);
      p.lock(inner);
    };
  };
  const Program program = threads_program(builder, {both(a, b), both(b, a), [=](ProgramBuilder& p) {
                                                      p.fetch_add(p.global("x"), 1);
                                                      p.lock(a);
                                                    }});
  Machine machine(program, {});
  machine.run(0);
  machine.run(1);
  machine.run(2);
  EXPECT_TRUE(find_waiting_circle(machine));
  machine.run(3);
  EXPECT_FALSE(find_waiting_circle(machine))
      << "thread 3 waits for thread 1, which was found before";
}

TEST(Deadlock, ALostSignalIsADeadlockWithoutACircle) {
  ProgramBuilder builder;
  const uint64_t signal = builder.global("signal");
  const Program program = threads_program(
      builder, {[=](ProgramBuilder& b) { b.await(SyncKind::CondWake, signal, {{signal, 1}}); },
                [](ProgramBuilder&) {}});
  Machine machine(program, {});
  ASSERT_EQ(machine.run(0), Stop::Visible);
  ASSERT_EQ(machine.enabled_threads(), 0u);
  EXPECT_FALSE(find_waiting_circle(machine));
  const Violation deadlock = whole_deadlock(machine);
  EXPECT_EQ(deadlock.kind, ErrorKind::Deadlock);
  EXPECT_EQ(deadlock.thread, 1u) << "main only waits for it";
  EXPECT_EQ(deadlock.stack, machine.call_stack(1));
  EXPECT_EQ(deadlock.notes.size(), 2u);
}

TEST(Deadlock, ALockOfAThreadThatHasEndedIsNoCircle) {
  ProgramBuilder builder;
  const uint64_t mutex = builder.global("mutex");
  const Body take = [=](ProgramBuilder& b) { b.lock(mutex); };
  const Program program = threads_program(builder, {take, take});
  Machine machine(program, {});
  machine.run(0);
  ASSERT_EQ(machine.run(1), Stop::Finished);
  EXPECT_FALSE(find_waiting_circle(machine));
  ASSERT_EQ(machine.enabled_threads(), 0u);
  EXPECT_EQ(whole_deadlock(machine).thread, 2u);
}

}  // namespace
}  // namespace heddle
