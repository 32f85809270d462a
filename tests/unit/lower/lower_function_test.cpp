// Tests of control flow: phis, branches, switches and computed jumps.
// SPDX-License-Identifier: Apache-2.0
#include "lower/lower_function.h"

#include <gtest/gtest.h>

#include "lower/assembly.h"
#include "machine/machine.h"

namespace heddle {
namespace {

using testing::lower_assembly;
using testing::run_assembly;

// Phis of one block read their values before any of them is written.
TEST(LowerPhis, TwoValuesSwapInALoop) {
  EXPECT_EQ(run_assembly(R"(
    define i32 @test() {
    entry:
      br label %loop
    loop:
      %a = phi i32 [ 1, %entry ], [ %b, %loop ]
      %b = phi i32 [ 2, %entry ], [ %a, %loop ]
      %i = phi i32 [ 0, %entry ], [ %next, %loop ]
      %next = add i32 %i, 1
      %more = icmp ult i32 %next, 4
      br i1 %more, label %loop, label %end
    end:
      %high = mul i32 %a, 10
      %result = add i32 %high, %b
      ret i32 %result
    })"),
            21u);
}

TEST(LowerPhis, ThreeValuesRotateAndFollow) {
  EXPECT_EQ(run_assembly(R"(
    define i32 @test() {
    entry:
      br label %loop
    loop:
      %a = phi i32 [ 1, %entry ], [ %b, %loop ]
      %b = phi i32 [ 2, %entry ], [ %c, %loop ]
      %c = phi i32 [ 3, %entry ], [ %a, %loop ]
      %old = phi i32 [ 9, %entry ], [ %a, %loop ]
      %older = phi i32 [ 8, %entry ], [ %old, %loop ]
      %i = phi i32 [ 0, %entry ], [ %next, %loop ]
      %next = add i32 %i, 1
      %more = icmp ult i32 %next, 3
      br i1 %more, label %loop, label %end
    end:
      %1 = mul i32 %a, 10000
      %2 = mul i32 %b, 1000
      %3 = mul i32 %c, 100
      %4 = mul i32 %old, 10
      %5 = add i32 %1, %2
      %6 = add i32 %5, %3
      %7 = add i32 %6, %4
      %8 = add i32 %7, %older
      ret i32 %8
    })"),
            31221u);  // after two rotations: 3 1 2, the old a is 2 and before that 1
}

TEST(LowerPhis, AValueOfTheLastRoundIsUsedBehindTheLoop) {
  EXPECT_EQ(run_assembly(R"(
    define i32 @test() {
    entry:
      br label %loop
    loop:
      %i = phi i32 [ 0, %entry ], [ %next, %loop ]
      %next = add i32 %i, 1
      %more = icmp ult i32 %next, 5
      br i1 %more, label %loop, label %end
    end:
      ret i32 %i
    })"),
            4u);
}

TEST(LowerPhis, WideAndAggregateValuesTravelWhole) {
  EXPECT_EQ(run_assembly(R"(
    define i32 @test() {
    entry:
      br label %loop
    loop:
      %w = phi i128 [ 18446744073709551616, %entry ], [ %v, %loop ]
      %v = phi i128 [ 5, %entry ], [ %w, %loop ]
      %s = phi { i32, i64 } [ { i32 7, i64 8 }, %entry ], [ %t, %loop ]
      %t = phi { i32, i64 } [ { i32 1, i64 2 }, %entry ], [ %s, %loop ]
      %i = phi i32 [ 0, %entry ], [ 1, %loop ]
      %again = icmp eq i32 %i, 0
      br i1 %again, label %loop, label %end
    end:
      %high = lshr i128 %v, 64
      %one = trunc i128 %high to i32
      %five = trunc i128 %w to i32
      %first = extractvalue { i32, i64 } %s, 0
      %second = extractvalue { i32, i64 } %t, 1
      %eight = trunc i64 %second to i32
      %1 = mul i32 %one, 1000
      %2 = mul i32 %five, 100
      %3 = mul i32 %first, 10
      %4 = add i32 %1, %2
      %5 = add i32 %4, %3
      %6 = add i32 %5, %eight
      ret i32 %6
    })"),
            1518u);
}

TEST(LowerPhis, EachEdgeOfABranchBringsItsOwnValue) {
  for (const char* condition : {"false", "true"})
    EXPECT_EQ(run_assembly(std::string(R"(
      define i32 @test() {
      entry:
        %c = icmp eq i1 true, )") +
                           condition + R"(
        br i1 %c, label %side, label %end
      side:
        br label %end
      end:
        %r = phi i32 [ 10, %entry ], [ 20, %side ]
        ret i32 %r
      })"),
              std::string(condition) == "true" ? 20u : 10u);
}

TEST(LowerBranches, EveryPredicateOfEveryWidthIsFusedRight) {
  struct Case {
    const char* predicate;
    bool low_high, high_low, equal;  // for -1 and 1
  };
  // As unsigned numbers -1 is the highest.
  for (const Case& c : {Case{"eq", false, false, true},
                        {"ne", true, true, false},
                        {"slt", true, false, false},
                        {"sle", true, false, true},
                        {"sgt", false, true, false},
                        {"sge", false, true, true},
                        {"ult", false, true, false},
                        {"ule", false, true, true},
                        {"ugt", true, false, false},
                        {"uge", true, false, true}})
    for (const char* type : {"i8", "i16", "i32", "i33", "i64", "i128"}) {
      const auto holds = [&](const char* x, const char* y) {
        const std::string t = type;
        return run_assembly(
                   "define i32 @test() {\n%x = add " + t + " 0, " + x + "\n%y = add " + t + " 0, " +
                   y + "\n%c = icmp " + c.predicate + " " + t + " %x, %y\n" +
                   "br i1 %c, label %yes, label %no\nyes:\nret i32 1\nno:\nret i32 0\n}") == 1;
      };
      EXPECT_EQ(holds("-1", "1"), c.low_high) << c.predicate << " " << type;
      EXPECT_EQ(holds("1", "-1"), c.high_low) << c.predicate << " " << type;
      EXPECT_EQ(holds("-1", "-1"), c.equal) << c.predicate << " " << type;
    }
}

TEST(LowerBranches, AComparisonWithAnotherUseIsComputedToo) {
  EXPECT_EQ(run_assembly(R"(
    define i32 @test() {
      %x = add i32 0, 3
      %c = icmp slt i32 %x, 5
      br i1 %c, label %yes, label %no
    yes:
      %r = zext i1 %c to i32
      ret i32 %r
    no:
      ret i32 7
    })"),
            1u);
}

std::string switch_over(const std::string& type, const std::string& value) {
  return "define i32 @test() {\nentry:\n%x = add " + type + " 0, " + value + "\nswitch " + type +
         " %x, label %other [ " + type + " 5, label %five " + type + " -1, label %minus " + type +
         " 0, label %five " + type + " 100, label %end ]\n" + R"(
    five:
      br label %end
    minus:
      br label %end
    other:
      br label %end
    end:
      %r = phi i32 [ 1, %five ], [ 2, %minus ], [ 3, %other ], [ 4, %entry ]
      ret i32 %r
    })";
}

TEST(LowerSwitch, TakesTheCaseOrTheDefault) {
  for (const char* type : {"i8", "i32", "i64"}) {
    EXPECT_EQ(run_assembly(switch_over(type, "5")), 1u) << type;
    EXPECT_EQ(run_assembly(switch_over(type, "0")), 1u) << type;
    EXPECT_EQ(run_assembly(switch_over(type, "-1")), 2u) << type;
    EXPECT_EQ(run_assembly(switch_over(type, "7")), 3u) << type;
    EXPECT_EQ(run_assembly(switch_over(type, "100")), 4u) << type;
  }
}

TEST(LowerIndirect, ComputedGotoFollowsTheTable) {
  for (const int index : {0, 1, 2})
    EXPECT_EQ(run_assembly(R"(
      @table = internal constant [3 x ptr] [ptr blockaddress(@test, %a), ptr blockaddress(@test, %b), ptr blockaddress(@test, %c)]
      define i32 @test() {
        %index = add i64 0, )" +
                           std::to_string(index) + R"(
        %place = getelementptr [3 x ptr], ptr @table, i64 0, i64 %index
        %target = load ptr, ptr %place
        indirectbr ptr %target, [label %a, label %b, label %c]
      a:
        ret i32 100
      b:
        ret i32 101
      c:
        ret i32 102
      })"),
              100u + uint32_t(index));
}

TEST(LowerFunction, UnreachableCodeThatIsReachedIsAnError) {
  const Program program = lower_assembly("define i32 @test() {\nunreachable\n}");
  Machine machine(program, {});
  ASSERT_EQ(machine.run(0), Stop::Violation);
  EXPECT_EQ(machine.violation()->kind, ErrorKind::Abort);
}

TEST(LowerFunction, VerifierAtomicFunctionsAreAtomicAsAWhole) {
  const std::string body = "(ptr %x) {\nstore i32 1, ptr %x\nret void\n}\n";
  const std::string caller =
      "@x = global i32 0\ndefine i32 @test() {\ncall void @NAME(ptr @x)\nret i32 0\n}\n";
  const auto begins = [&](const std::string& name) {
    std::string text = caller;
    text.replace(text.find("NAME"), 4, name);
    // Only the user's functions count; a model may have such a name, too.
    return lower_assembly(text + "define void @" + name + body);
  };
  const Program program = begins("__VERIFIER_atomic_step");
  EXPECT_EQ(testing::function_named(program, "__VERIFIER_atomic_step").origin,
            FunctionOrigin::Library);
  for (const Instruction& i : program.code) EXPECT_NE(i.opcode, Opcode::AtomicBegin);
}

}  // namespace
}  // namespace heddle
