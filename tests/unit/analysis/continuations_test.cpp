// Tests of continuations: which edits change what a place in the code means, and which do not.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/continuations.h"

#include <gtest/gtest.h>

#include <vector>

#include "lower/assembly.h"
#include "machine/machine.h"
#include "program/control_flow.h"

namespace heddle {
namespace {

using Positions = std::vector<Fingerprint>;

Program with_continuations(const std::string& assembly) {
  Program program = testing::lower_assembly(assembly);
  set_continuations(program);
  return program;
}

// Of the places of @test where a thread can stand, in their order.
Positions positions_in(const std::string& assembly) {
  const Program program = with_continuations(assembly);
  const Function& function = testing::function_named(program, "test");
  Positions positions;
  for (Point point = function.entry; point < function.entry + function.instruction_count; ++point)
    if (can_stand_at(program.code[point].opcode)) positions.push_back(program.positions[point]);
  return positions;
}

const std::string kGlobals = "@x = global i32 0\n@y = global i32 0\n@z = global i32 0\n";

Positions positions_of_body(const std::string& body, const std::string& more = "") {
  return positions_in(kGlobals + more + "define i32 @test() {\n" + body + "\n}");
}

const std::string kLoadsOfTwo =
    "%b = load i32, ptr @y\n%c = load i32, ptr @z\n%s = add i32 %b, %c\nret i32 %s";

TEST(Continuations, WhatLiesBehindDoesNotCount) {
  const Positions one = positions_of_body("store i32 1, ptr @x\n" + kLoadsOfTwo);
  const Positions other =
      positions_of_body("store i32 2, ptr @x\nstore i32 3, ptr @x\n" + kLoadsOfTwo);
  ASSERT_EQ(one.size(), 3u);
  ASSERT_EQ(other.size(), 4u);
  EXPECT_EQ(one[1], other[2]);
  EXPECT_EQ(one[2], other[3]);
  EXPECT_NE(one[0], other[0]);
  EXPECT_NE(one[0], other[1]);
}

TEST(Continuations, WhatIsToComeCounts) {
  const Positions one = positions_of_body(kLoadsOfTwo);
  const Positions other = positions_of_body(
      "%b = load i32, ptr @y\n%c = load i32, ptr @z\n%s = sub i32 %b, %c\nret i32 %s");
  EXPECT_NE(one[0], other[0]);
  EXPECT_NE(one[1], other[1]);
}

TEST(Continuations, NamesOfRegistersDoNotCount) {
  const Positions one = positions_of_body(kLoadsOfTwo);
  const Positions other = positions_of_body(
      "%other = load i32, ptr @y\n%name = load i32, ptr @z\n%s = add i32 %other, %name\n"
      "ret i32 %s");
  EXPECT_EQ(one, other);
}

// The second load stands for the first operand now: two registers have changed places.
TEST(Continuations, WhichRegisterIsWhichCounts) {
  const Positions one = positions_of_body(
      "%b = load i32, ptr @y\n%c = load i32, ptr @z\n%s = sub i32 %b, %c\n"
      "ret i32 %s");
  const Positions other = positions_of_body(
      "%b = load i32, ptr @y\n%c = load i32, ptr @z\n%s = sub i32 %c, %b\n"
      "ret i32 %s");
  EXPECT_NE(one[0], other[0]);
  EXPECT_NE(one[1], other[1]);
}

TEST(Continuations, LiveRegistersAreInTheOrderOfTheirUse) {
  const auto slots_in_order = [](const std::string& before, const std::string& use) {
    const Program program = with_continuations(kGlobals + "define i32 @test() {\n" + before +
                                               "store i32 7, ptr @z\n" + use + "\n}");
    const Function& function = testing::function_named(program, "test");
    for (Point point = function.entry;; ++point) {
      const Instruction& i = program.code[point];
      if (i.opcode != Opcode::Store4) continue;
      // By which load they were made.
      std::vector<Point> makers;
      for (const uint32_t slot : program.live_at(point))
        for (Point maker = function.entry; maker < point; ++maker)
          if (program.code[maker].a == slot) makers.push_back(maker - function.entry);
      return makers;
    }
  };
  const std::string loads = "%a = load i32, ptr @x\n%b = load i32, ptr @y\n";
  EXPECT_EQ(slots_in_order(loads, "%s = sub i32 %a, %b\nret i32 %s"), (std::vector<Point>{0, 1}));
  EXPECT_EQ(slots_in_order(loads, "%s = sub i32 %b, %a\nret i32 %s"), (std::vector<Point>{1, 0}));
}

TEST(Continuations, TwoPlacesWithTheSameFutureAreTheSame) {
  const Positions positions = positions_of_body(
      "%v = load i32, ptr @x\n%c = icmp eq i32 %v, 0\nbr i1 %c, label %a, label %b\n"
      "a:\nstore i32 1, ptr @y\nret i32 0\nb:\nstore i32 1, ptr @y\nret i32 0");
  ASSERT_EQ(positions.size(), 3u);
  EXPECT_EQ(positions[1], positions[2]);
}

TEST(Continuations, ALoopIsToComeAgain) {
  const auto loop = [](const std::string& first) {
    return positions_of_body("br label %l\nl:\nstore i32 " + first +
                             ", ptr @x\n%v = load i32, ptr @y\n%c = icmp eq i32 %v, 0\n"
                             "br i1 %c, label %l, label %e\ne:\nret i32 0");
  };
  EXPECT_EQ(loop("1"), loop("1"));
  EXPECT_NE(loop("1")[1], loop("2")[1]) << "the store is in front of it and behind it";
}

TEST(Continuations, CalleesCountWithAllThatTheyCall) {
  const auto calls = [](const std::string& value) {
    return positions_of_body("call void @f()\n%v = load i32, ptr @x\nret i32 %v",
                             "define void @g() {\nstore i32 " + value +
                                 ", ptr @y\nret void\n}\n"
                                 "define void @f() {\ncall void @g()\nret void\n}\n");
  };
  // A frame at a call waits for its return; what it has called does not count any more.
  EXPECT_EQ(calls("1")[0], calls("2")[0]);
  const auto calls_later = [](const std::string& value) {
    return positions_of_body("%v = load i32, ptr @x\ncall void @f()\nret i32 %v",
                             "define void @g() {\nstore i32 " + value +
                                 ", ptr @y\nret void\n}\n"
                                 "define void @f() {\ncall void @g()\nret void\n}\n");
  };
  EXPECT_NE(calls_later("1")[0], calls_later("2")[0]);
  EXPECT_EQ(calls_later("1")[1], calls_later("2")[1]);
}

TEST(Continuations, RecursiveFunctionsCountWhole) {
  const auto recursion = [](const std::string& value) {
    return positions_of_body("%v = load i32, ptr @x\ncall void @even(i32 %v)\nret i32 0",
                             "define void @even(i32 %n) {\ncall void @odd(i32 %n)\nret void\n}\n"
                             "define void @odd(i32 %n) {\nstore i32 " +
                                 value +
                                 ", ptr @y\ncall void @even(i32 %n)\n"
                                 "ret void\n}\n");
  };
  EXPECT_EQ(recursion("1"), recursion("1"));
  EXPECT_NE(recursion("1")[0], recursion("2")[0]);
}

TEST(Continuations, ACallThroughAPointerIsKnownByWhatItMayReach) {
  const auto through = [](const std::string& value) {
    return positions_of_body(
        "store ptr @f, ptr @p\n%g = load ptr, ptr @p\ncall void %g(i32 1)\nret i32 0",
        "@p = global ptr null\ndefine void @f(i32 %n) {\nstore i32 " + value +
            ", ptr @y\nret void\n}\n"
            "define void @two(i32 %a, i32 %b) {\nstore i32 " +
            value +
            ", ptr @x\nret void\n}\n"
            "@q = global ptr @two\n");
  };
  EXPECT_NE(through("1")[1], through("2")[1]);
  EXPECT_EQ(through("1")[2], through("2")[2]) << "after the call";
}

TEST(Continuations, ACallThatTakesOtherArgumentsIsNotReached) {
  const auto with_other = [](const std::string& value) {
    return positions_of_body(
        "store ptr @f, ptr @p\n%g = load ptr, ptr @p\ncall void %g(i32 1)\n"
        "%h = load ptr, ptr @q\nret i32 0",
        "@p = global ptr null\n@q = global ptr @two\n"
        "define void @f(i32 %n) {\nstore i32 1, ptr @y\nret void\n}\n"
        "define void @two(i32 %a, i32 %b) {\nstore i32 " +
            value + ", ptr @x\nret void\n}\n");
  };
  EXPECT_EQ(with_other("1"), with_other("2"));
}

TEST(Continuations, ConstantsCountWithTheirContents) {
  const auto text = [](const std::string& content) {
    return positions_of_body("%v = load i8, ptr @.str\n%w = zext i8 %v to i32\nret i32 %w",
                             "@.str = private constant [2 x i8] c\"" + content + "\\00\"\n");
  };
  EXPECT_EQ(text("a"), text("a"));
  EXPECT_NE(text("a"), text("b"));
}

// Literals are numbered through; an edit elsewhere must not matter.
TEST(Continuations, NamesOfLiteralsDoNotCount) {
  const auto named = [](const std::string& name) {
    return positions_of_body("%v = load i8, ptr " + name + "\n%w = zext i8 %v to i32\nret i32 %w",
                             name + " = private constant [2 x i8] c\"a\\00\"\n");
  };
  EXPECT_EQ(named("@.str"), named("@.str.7"));
}

TEST(Continuations, VariablesCountByNameSizeAndInitialValue) {
  const auto variable = [](const std::string& definition) {
    return positions_of_body("%v = load i32, ptr @n\nret i32 %v", definition + "\n");
  };
  const Positions one = variable("@n = global i32 1");
  EXPECT_EQ(one, variable("@n = global i32 1"));
  EXPECT_NE(one, variable("@n = global i32 2"));
  EXPECT_NE(one, variable("@n = global [2 x i32] [i32 1, i32 0]"));
}

// Fingerprints of two versions are compared: a variable more must not change them all.
TEST(Continuations, AnUntouchedVariableIsNotInTheFingerprint) {
  const auto fingerprint = [](const std::string& more) {
    const Program program =
        with_continuations(kGlobals + more + "define i32 @test() {\nret i32 0\n}\n");
    return Machine(program, {}).fingerprint();
  };
  EXPECT_EQ(fingerprint(""), fingerprint("@limit = global i32 5\n"));
}

TEST(Continuations, LineNumbersOfAssertionsDoNotCount) {
  const auto line = [](const std::string& number) {
    return positions_of_body(
        "%v = load i32, ptr @x\n%c = icmp eq i32 %v, 0\nbr i1 %c, label %a, label %b\n"
        "a:\nret i32 0\nb:\ncall void @__assert_fail(i32 " +
            number + ")\nunreachable",
        "define void @__assert_fail(i32 %line) {\nunreachable\n}\n");
  };
  EXPECT_EQ(line("10"), line("20"));
}

// Places in the code as values mean something in one version only.
TEST(Continuations, JumpsToStoredPlacesTieTheCodeToItsVersion) {
  const auto jump = [](const std::string& before) {
    return positions_of_body(
        before + "%v = load i32, ptr @x\ncall void @back(ptr @x)\nret i32 %v",
        "declare void @__heddle_longjmp(ptr, i32)\n"
        "define void @back(ptr %p) {\ncall void @__heddle_longjmp(ptr %p, i32 1)\n"
        "unreachable\n}\n");
  };
  EXPECT_NE(jump("").at(0), jump("store i32 1, ptr @y\n").at(1));
}

}  // namespace
}  // namespace heddle
