// Tests of distances to a line: through branches, calls, returns and threads, and what a search makes of them.
// SPDX-License-Identifier: Apache-2.0
#include "search/target_distance.h"

#include <gtest/gtest.h>

#include "analysis/analyse.h"
#include "search/search_fixture.h"
#include "search/strategies.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::threads_program;

constexpr uint32_t kLine = 42;

void mark(Program& program, Point point) {
  if (program.source.files.size() < 2) program.source.files.push_back("some/folder/bank.c");
  program.source.locations.resize(program.code.size());
  program.source.locations[point] = {.file = 1, .line = kLine};
}

TargetDistance distance_in(const Program& program) {
  return {program, *analyse(program, {}), {.file = "bank.c", .line = kLine}};
}

TEST(TargetDistance, ReadsFileAndLine) {
  const auto line = parse_source_line("src/bank.c:17");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->file, "src/bank.c");
  EXPECT_EQ(line->line, 17u);
  for (const char* wrong : {"bank.c", "bank.c:", "bank.c:x", ":5", "bank.c:0", "bank.c:5x", ""})
    EXPECT_FALSE(parse_source_line(wrong)) << wrong;
}

TEST(TargetDistance, CountsInstructionsAlongTheShortestBranch) {
  ProgramBuilder b;
  const uint64_t x = b.global("x");
  const uint64_t address = b.begin("main");
  (void)address;
  const Point start = b.here();
  const Point fork = b.branch(b.load_from(x));
  for (int k = 0; k < 5; ++k) b.load_from(x);
  b.go_on_here(fork);
  const Point target = b.here();
  b.store_to(x, 1);
  const Point after = b.here();
  b.exit();
  Program program = b.finish();
  mark(program, target);
  const TargetDistance distance = distance_in(program);
  EXPECT_TRUE(distance.exists());
  EXPECT_EQ(distance.from(target), 0u);
  EXPECT_EQ(distance.from(start), target > start ? 2u : 0u) << "a load and a jump";
  EXPECT_EQ(distance.from(after), TargetDistance::kUnreachable);
}

TEST(TargetDistance, GoesThroughCallsAndBehindThem) {
  ProgramBuilder b;
  const uint64_t x = b.global("x");
  const uint64_t callee = b.begin("callee");
  const Point entry = b.here();
  b.load_from(x);
  const Point inside = b.here();
  b.store_to(x, 1);
  b.return_values({});
  b.begin("main");
  const Point call = b.here();
  b.call(callee, {}, 0);
  const Point behind = b.here();
  b.store_to(x, 2);
  b.exit();
  Program program = b.finish();
  Program into = program;
  mark(into, inside);
  EXPECT_EQ(distance_in(into).from(call), 2u) << "the call and a load";
  mark(program, behind);
  const TargetDistance distance = distance_in(program);
  EXPECT_EQ(distance.from(call), behind - call + (inside - entry) + 1u);
  EXPECT_EQ(distance.from(entry), TargetDistance::kUnreachable)
      << "callers are the stack's business";
}

TEST(TargetDistance, OfAThreadIsCountedThroughItsRealCallers) {
  ProgramBuilder b;
  const uint64_t x = b.global("x");
  const uint64_t callee = b.begin("callee");
  b.load_from(x, kAtomic);
  b.return_values({});
  Point behind = 0;
  const Body calling = [&](ProgramBuilder& builder) {
    builder.call(callee, {}, 0);
    behind = builder.here();
    builder.store_to(x, 2, kAtomic);
  };
  const Body other = [&](ProgramBuilder& builder) { builder.call(callee, {}, 0); };
  Program program = threads_program(b, {calling, other});
  mark(program, behind);
  const TargetDistance distance = distance_in(program);
  Machine machine(program, {});
  EXPECT_NE(distance.of(machine), TargetDistance::kUnreachable) << "main will start the thread";
  machine.run(0);
  const auto near = distance.of(machine, 1);
  EXPECT_GT(near, 0u);
  EXPECT_LT(near, 5u);
  EXPECT_EQ(distance.of(machine, 2), TargetDistance::kUnreachable);
  EXPECT_EQ(distance.of(machine), near);
  machine.run(1);
  EXPECT_EQ(distance.of(machine, 1), 0u);
}

// One thread fails in the end, behind many states that the others make.
TEST(TargetDistance, LeadsASearchToTheError) {
  ProgramBuilder b;
  const uint64_t x = b.global("x");
  const uint64_t y = b.global("y");
  Point check = 0;
  const Body busy = [=](ProgramBuilder& builder) {
    for (int k = 0; k < 30; ++k) builder.fetch_add(y, 1);
  };
  const Body failing = [&](ProgramBuilder& builder) {
    for (int k = 0; k < 10; ++k) builder.fetch_add(x, 1);
    check = builder.here();
    builder.require(builder.load_from(y, kAtomic));
  };
  Program program = threads_program(b, {busy, busy, failing});
  mark(program, check);
  SearchOptions options;
  options.errors.add(ErrorKind::Assertion);
  const auto facts = analyse(program, {});
  const auto states_until_found = [&](const SearchMethod& method) {
    Machine machine(program, {});
    const SearchOutcome outcome = run_search(program, {}, options, method, facts, machine);
    EXPECT_EQ(outcome.errors.size(), 1u);
    return outcome.statistics.transitions;
  };
  const uint64_t guided =
      states_until_found({.kind = SearchKind::Target, .target = SourceLine{"bank.c", kLine}});
  EXPECT_LT(guided, 60u);
  EXPECT_GT(states_until_found({.kind = SearchKind::BreadthFirst}), 10 * guided);
}

}  // namespace
}  // namespace heddle
