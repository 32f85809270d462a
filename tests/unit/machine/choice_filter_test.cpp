// Tests of what the machine asks a filter, and of transitions while no other thread can run.
// SPDX-License-Identifier: Apache-2.0
#include "machine/choice_filter.h"

#include <gtest/gtest.h>

#include "machine/machine.h"
#include "machine/program_builder.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::threads_program;

struct Recorder final : ChoiceFilter {
  explicit Recorder(bool needed) : needed(needed) {}
  std::optional<AvoidedBy> avoids_choice(const Machine& machine, ThreadNumber running,
                                         const Pending& operation) const override {
    EXPECT_EQ(machine.program().code[machine.frames(running).back().point].opcode, Opcode::Store8);
    asked.push_back(operation.range.address);
    return needed ? std::nullopt : std::optional(AvoidedBy::FieldAccesses);
  }
  void watch(const Machine&, ThreadNumber, const Pending& operation) const override {
    watched.push_back(operation.range.address);
  }
  bool was_wrong() const override { return false; }
  std::unique_ptr<ChoiceFilter> clone() const override { return std::make_unique<Recorder>(*this); }
  bool needed;
  mutable std::vector<uint64_t> asked;
  mutable std::vector<uint64_t> watched;
};

Body writes(uint64_t address, unsigned count) {
  return [=](ProgramBuilder& b) {
    for (unsigned k = 0; k < count; ++k) b.store_to(address, k + 1);
  };
}

TEST(ChoiceFilter, WhatItLetsPassNeedsNoTransitionOfItsOwn) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Program program = threads_program(builder, {writes(x, 2), writes(x, 1)});
  const Recorder all_pass(false);
  Machine machine(program, {.filter = &all_pass});
  machine.run(0);
  EXPECT_EQ(machine.live_threads(), 1u) << "only main is left";
  EXPECT_EQ(machine.avoided_choices().total(), 3u);
  EXPECT_EQ(all_pass.asked, (std::vector<uint64_t>{x, x, x}));
}

TEST(ChoiceFilter, WhereItWantsAChoiceTheThreadStops) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Program program = threads_program(builder, {writes(x, 2), writes(x, 1)});
  const Recorder none_pass(true);
  Machine machine(program, {.filter = &none_pass});
  machine.run(0);
  EXPECT_EQ(machine.thread(1).pending.range.address, x);
  EXPECT_EQ(machine.avoided_choices().total(), 0u);
  machine.run(1);
  EXPECT_EQ(none_pass.asked.size(), 3u) << "what was granted is not asked about again";
}

TEST(ChoiceFilter, ALoopOfPassedOperationsEndsATransitionSomewhere) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const Program program =
      threads_program(builder, {writes(x, 1001), [](ProgramBuilder& b) { b.choose(2); }});
  const Recorder all_pass(false);
  Machine machine(program, {.filter = &all_pass});
  machine.run(0);
  EXPECT_EQ(machine.thread(1).pending.range.address, x);
  EXPECT_EQ(machine.avoided_choices().total(), 1000u);
}

TEST(ChoiceFilter, AloneAThreadIsWatched) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  builder.begin("main");
  builder.store_to(x, 1);
  builder.exit();
  const Program program = builder.finish();
  const Recorder filter(true);
  Machine machine(program, {.filter = &filter});
  EXPECT_EQ(machine.run(0), Stop::Exit);
  EXPECT_TRUE(filter.asked.empty());
  EXPECT_EQ(filter.watched, std::vector<uint64_t>{x});
}

TEST(StopWhenAlone, WhileAllOthersWaitAThreadGoesOnUnlessToldToStop) {
  for (const bool stop_when_alone : {true, false}) {
    ProgramBuilder builder;
    const uint64_t x = builder.global("x");
    const uint64_t mutex = builder.global("mutex");
    const Body locked = [=](ProgramBuilder& b) {
      b.lock(mutex);
      b.store_to(x, 1);
      b.unlock(mutex);
    };
    const Program program = threads_program(builder, {locked, locked});
    Machine machine(program, {.stop_when_alone = stop_when_alone});
    machine.run(0);
    EXPECT_EQ(machine.run(1), stop_when_alone ? Stop::Visible : Stop::Finished);
  }
}

}  // namespace
}  // namespace heddle
