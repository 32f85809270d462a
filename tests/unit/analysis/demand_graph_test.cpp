// Tests of the demand-driven pointer analysis: budgets and what is kept. That its answers are those of the
// exhaustive one is checked by every test of that (analysis_fixture.h).
// SPDX-License-Identifier: Apache-2.0
#include "analysis/demand_graph.h"

#include <gtest/gtest.h>

#include "analysis/analysis_fixture.h"

namespace heddle {
namespace {

using testing::ProgramBuilder;
using testing::targets;
using testing::Texts;

class DemandDriven : public ::testing::Test {
 protected:
  ProgramBuilder b;
  uint64_t x = b.global("x", 64);
  uint64_t y = b.global("y", 64);
};

TEST_F(DemandDriven, AQuestionBeyondItsBudgetIsAnsweredByAnything) {
  b.begin("main");
  Operand last = b.move(b.constant(x));
  for (int k = 0; k < 50; ++k) last = b.move(last);
  b.exit();
  const Program program = b.finish();
  EXPECT_EQ(targets(program, demand_driven(program, 0, 5), "main", last), Texts{"anything+0*1"});
  EXPECT_EQ(targets(program, demand_driven(program, 0, 500), "main", last), Texts{"x"});
}

TEST_F(DemandDriven, WhatWasFoundServesTheNextQuestion) {
  b.begin("main");
  Operand last = b.move(b.constant(x));
  const Operand first = last;
  for (int k = 0; k < 50; ++k) last = b.move(last);
  const Operand next = b.move(last);
  b.exit();
  const Program program = b.finish();
  const PointsTo points_to = demand_driven(program, 0, 30);
  EXPECT_EQ(targets(program, points_to, "main", last), Texts{"anything+0*1"});
  EXPECT_EQ(targets(program, points_to, "main", next), Texts{"x"}) << "the rest of the way";
  EXPECT_EQ(targets(program, points_to, "main", last), Texts{"anything+0*1"}) << "answers are kept";
  EXPECT_EQ(targets(program, points_to, "main", first), Texts{"x"});
}

TEST_F(DemandDriven, StoresCountInWhateverOrderTheQuestionsCome) {
  b.begin("main");
  const uint64_t cell = b.global("cell", 16);
  const Operand element = b.index(b.constant(cell), b.choose(2), 8, 2);
  const Operand one = b.load_from(cell), other = b.load(element);
  b.store(b.constant(x), element);
  b.store(b.constant(y), b.constant(cell + 8));
  b.exit();
  const Program program = b.finish();
  const PointsTo points_to = demand_driven(program, 0);
  EXPECT_EQ(targets(program, points_to, "main", one), Texts{"x"});
  EXPECT_EQ(targets(program, points_to, "main", other), (Texts{"x", "y"}));
}

TEST_F(DemandDriven, TheCallGraphHasNoBudget) {
  const uint64_t worker = b.begin("worker", 1);
  b.return_values({0});
  b.begin("main");
  Operand function = b.move(b.constant(worker));
  for (int k = 0; k < 50; ++k) function = b.move(function);
  b.call_indirect(function, {b.constant(x)}, 1);
  b.exit();
  const Program program = b.finish();
  EXPECT_EQ(demand_driven(program, 0, 1).instances().size(), 2u);
}

}  // namespace
}  // namespace heddle
