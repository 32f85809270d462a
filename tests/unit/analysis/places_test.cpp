// Tests of places: which instructions of the next version are known again, and which edits keep them from it.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/places.h"

#include <gtest/gtest.h>

#include <set>

#include "lower/assembly.h"
#include "program/control_flow.h"

namespace heddle {
namespace {

const std::string kGlobals = "@x = global i32 0\n@y = global i32 0\n@z = global i32 0\n";
// All are used in this order in every version, so that their addresses are the same without a plan.
const std::string kBegin = "store i32 0, ptr @x\nstore i32 0, ptr @y\nstore i32 0, ptr @z\n";
constexpr int kPlacesToBegin = 3;

std::string test_with(const std::string& body) {
  return kGlobals + "define i32 @test() {\n" + kBegin + body + "\n}";
}

// Two versions of a program whose function @test is looked at.
class Versions {
 public:
  Versions(const std::string& then, const std::string& now)
      : then_(testing::lower_assembly(then)), now_(testing::lower_assembly(now)) {
    set_places(then_);
    map_ = set_places(now_, plan_of_places(then_));
  }

  // By place of then where a thread can stand: the number of the place now, or -1.
  std::vector<int> kept() const {
    const std::vector<Point> places_then = places(then_), places_now = places(now_);
    std::vector<int> result;
    for (const Point point : places_then) {
      const auto found = std::find(places_now.begin(), places_now.end(), map_.now[point]);
      const bool is_kept = found != places_now.end();
      result.push_back(is_kept ? int(found - places_now.begin()) : -1);
      if (is_kept) {
        EXPECT_EQ(then_.positions[point], now_.positions[*found]);
        EXPECT_EQ(then_.live_at(point).size(), now_.live_at(*found).size());
      }
    }
    for (size_t k = 0; k < places_now.size(); ++k) {
      if (std::find(result.begin(), result.end(), int(k)) != result.end()) continue;
      for (const Point point : places_then)
        EXPECT_NE(then_.positions[point], now_.positions[places_now[k]]);
    }
    return result;
  }

  // The same for whether all code from there to the next jump, call or return is unchanged.
  std::vector<bool> runs_on() const {
    std::vector<bool> result;
    for (const Point point : places(then_)) result.push_back(map_.changed[point] == kNoPoint);
    return result;
  }
  // Whether a thread that stands at one place comes to the other as before, if it does without a jump, call or return.
  bool comes_to(size_t from, size_t to) const {
    const std::vector<Point> all = places(then_);
    return map_.changed[all[from]] > all[to];
  }

  static std::vector<Point> places(const Program& program) {
    const Function& function = testing::function_named(program, "test");
    std::vector<Point> result;
    for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
      if (can_stand_at(program.code[p].opcode)) result.push_back(p);
    result.erase(result.begin(), result.begin() + kPlacesToBegin);
    return result;
  }
  const Program& then() const { return then_; }
  const Program& now() const { return now_; }

 private:
  Program then_;
  Program now_;
  PlaceMap map_;
};

using Kept = std::vector<int>;
const std::string kSum =
    "%b = load i32, ptr @y\n%c = load i32, ptr @z\n%s = add i32 %b, %c\nret i32 %s";

TEST(Places, TheSameProgramKeepsAll) {
  const Versions versions(test_with(kSum), test_with(kSum));
  EXPECT_EQ(versions.kept(), (Kept{0, 1}));
  EXPECT_EQ(versions.runs_on(), (std::vector<bool>{true, true}));
}

TEST(Places, NamesOfRegistersDoNotCount) {
  const std::string renamed =
      "%one = load i32, ptr @y\n%two = load i32, ptr @z\n%three = add i32 %one, %two\nret i32 "
      "%three";
  EXPECT_EQ(Versions(test_with(kSum), test_with(renamed)).kept(), (Kept{0, 1}));
}

TEST(Places, WhatComesInBetweenChangesTheWayThere) {
  const std::string more = "store i32 1, ptr @x\n" + kSum;
  EXPECT_EQ(Versions(test_with(kSum), test_with(more)).kept(), (Kept{1, 2}));
  const std::string between =
      "%b = load i32, ptr @y\nstore i32 1, ptr @x\n%c = load i32, ptr @z\n%s = add i32 %b, "
      "%c\nret i32 %s";
  const Versions versions(test_with(kSum), test_with(between));
  EXPECT_EQ(versions.kept(), (Kept{0, 2}));
  EXPECT_EQ(versions.runs_on(), (std::vector<bool>{false, true}));
  EXPECT_TRUE(versions.comes_to(0, 0));
  EXPECT_FALSE(versions.comes_to(0, 1));
}

TEST(Places, WhatComesFirstChangesTheWayIn) {
  const std::string then = kGlobals + "define i32 @test() {\n" + kBegin + "ret i32 0\n}";
  const std::string now =
      kGlobals + "define i32 @test() {\nstore i32 9, ptr @x\n" + kBegin + "ret i32 0\n}";
  Program first = testing::lower_assembly(then);
  set_places(first);
  Program second = testing::lower_assembly(now);
  const PlaceMap map = set_places(second, plan_of_places(first));
  const Point entry = testing::function_named(first, "test").entry;
  EXPECT_NE(map.now[entry], kNoPoint);
  EXPECT_EQ(map.changed[entry], entry);
  EXPECT_EQ(map.changed[entry + 1], kNoPoint);
}

TEST(Places, WhoStopsBeforeTheChangeComesThereAsBefore) {
  const std::string body =
      "store i32 1, ptr @x\nstore i32 2, ptr @y\nstore i32 3, ptr @z\nret i32 0";
  const std::string other =
      "store i32 1, ptr @x\nstore i32 2, ptr @y\nstore i32 4, ptr @z\nret i32 0";
  const Versions versions(test_with(body), test_with(other));
  EXPECT_EQ(versions.kept(), (Kept{0, 1, -1}));
  EXPECT_TRUE(versions.comes_to(0, 1));
  EXPECT_FALSE(versions.comes_to(0, 2));
}

// Threads stand in calls for long: what comes after one must not change where they stand.
TEST(Places, WhatComesAfterACallDoesNotChangeTheCall) {
  const std::string callee = "define void @one() {\nret void\n}\n";
  const std::string body = "call void @one()\nstore i32 1, ptr @x\nret i32 0";
  const std::string more = "call void @one()\nstore i32 2, ptr @y\nstore i32 1, ptr @x\nret i32 0";
  const Versions versions(callee + test_with(body), callee + test_with(more));
  EXPECT_EQ(versions.kept(), (Kept{0, 2}));
  // The run to the call is as before, the one that the return leads to is not.
  EXPECT_EQ(versions.runs_on(), (std::vector<bool>{true, false}));
}

TEST(Places, WhatIsGoneEndsTheRunsThatCameThere) {
  const std::string body =
      "store i32 1, ptr @x\nstore i32 2, ptr @y\nstore i32 3, ptr @z\nret i32 0";
  const std::string less = "store i32 1, ptr @x\nstore i32 3, ptr @z\nret i32 0";
  const Versions versions(test_with(body), test_with(less));
  EXPECT_EQ(versions.kept(), (Kept{0, -1, 1}));
  // A thread may stand at the first as before, but not go on as before.
  EXPECT_EQ(versions.runs_on(), (std::vector<bool>{false, false, true}));
}

TEST(Places, ConstantsCount) {
  const std::string body = "store i32 1, ptr @x\nstore i32 2, ptr @y\nret i32 0";
  const std::string other = "store i32 1, ptr @x\nstore i32 9, ptr @y\nret i32 0";
  const Versions versions(test_with(body), test_with(other));
  EXPECT_EQ(versions.kept(), (Kept{0, -1}));
  EXPECT_EQ(versions.runs_on(), (std::vector<bool>{false, false}));
}

TEST(Places, ABranchThatWasNotTakenDoesNotCount) {
  const auto branching = [](const std::string& value) {
    return test_with(
        "%a = load i32, ptr @x\n%c = icmp eq i32 %a, 0\nbr i1 %c, label %one, label %two\n"
        "one:\nstore i32 1, ptr @y\nret i32 0\ntwo:\nstore i32 " +
        value + ", ptr @z\nret i32 0");
  };
  // The block of the second target comes first.
  const Versions versions(branching("2"), branching("3"));
  EXPECT_EQ(versions.kept(), (Kept{0, -1, 2}));
  EXPECT_EQ(versions.runs_on(), (std::vector<bool>{true, false, true}));
}

TEST(Places, WhatComesBeforeTheOnlyWayOfABranchDoesNotChangeTheBranch) {
  const auto branching = [](const std::string& more) {
    return "define void @one() {\nret void\n}\n" +
           test_with(
               "%a = load i32, ptr @x\n%c = icmp eq i32 %a, 0\nbr i1 %c, label %one, label %two\n"
               "one:\nstore i32 1, ptr @y\nret i32 0\ntwo:\n" +
               more + "ret i32 0");
  };
  const std::string call = "call void @one()\n", store = "store i32 3, ptr @z\n";
  const std::string more = "store i32 4, ptr @z\n";
  const Versions versions(branching(call + store), branching(more + call + more + store));
  EXPECT_EQ(versions.kept(), (Kept{0, 2, 4, 5}));
  // From the call on nothing is as before, whoever comes there, also by returning to it.
  EXPECT_EQ(versions.runs_on(), (std::vector<bool>{true, false, false, true}));
}

TEST(Places, ABranchThatLeadsElsewhereCounts) {
  const auto branching = [](const std::string& order) {
    return test_with(
        "%a = load i32, ptr @x\n%c = icmp eq i32 %a, 0\nbr i1 %c, " + order +
        "\none:\nstore i32 1, ptr @y\nret i32 0\ntwo:\nstore i32 2, ptr @z\nret i32 0");
  };
  const Versions versions(branching("label %one, label %two"), branching("label %two, label %one"));
  // Where it leads to is not where it led to.
  EXPECT_EQ(versions.runs_on(), (std::vector<bool>{true, false, false}));
}

TEST(Places, ABranchThatLeadsElsewhereCountsWhereOthersComeToo) {
  const auto branching = [](const std::string& order) {
    return test_with(
        "%a = load i32, ptr @x\n%c = icmp eq i32 %a, 0\nbr i1 %c, " + order +
        "\none:\nstore i32 1, ptr @y\nbr label %two\ntwo:\nstore i32 2, ptr @z\nbr label %one");
  };
  const Versions versions(branching("label %one, label %two"), branching("label %two, label %one"));
  EXPECT_EQ(versions.runs_on()[0], false);
}

TEST(Places, WhichRegisterIsWhichCounts) {
  const std::string other =
      "%b = load i32, ptr @y\n%c = load i32, ptr @z\n%s = add i32 %c, %b\nret i32 %s";
  const Versions versions(test_with(kSum), test_with(other));
  // At both places the same registers with the same values matter; but the run goes on differently.
  EXPECT_EQ(versions.runs_on(), (std::vector<bool>{false, false}));
}

TEST(Places, ARegisterThatMattersNowCounts) {
  const std::string body =
      "%a = load i32, ptr @x\nstore i32 1, ptr @y\nstore i32 2, ptr @z\nret i32 0";
  const std::string uses =
      "%a = load i32, ptr @x\nstore i32 1, ptr @y\nstore i32 2, ptr @z\nret i32 %a";
  const Kept kept = Versions(test_with(body), test_with(uses)).kept();
  EXPECT_EQ(kept[1], -1);
  EXPECT_EQ(kept[2], -1);
}

TEST(Places, ARegisterThatMattersNoMoreDoesNotCount) {
  const std::string body =
      "%a = load i32, ptr @x\nstore i32 1, ptr @y\nstore i32 2, ptr @z\nret i32 %a";
  const std::string other =
      "%a = load i32, ptr @x\nstore i32 1, ptr @y\nstore i32 2, ptr @z\nret i32 0";
  const Versions versions(test_with(body), test_with(other));
  // It is told apart as before: kept() expects as many registers.
  EXPECT_EQ(versions.kept(), (Kept{0, 1, 2}));
  EXPECT_EQ(versions.runs_on(), (std::vector<bool>{false, false, false}));
}

// At the new place it would not be restored when the search goes back.
TEST(Places, ARegisterThatMattersNoMoreCountsAfterAPlaceThatIsNew) {
  const std::string body =
      "%a = load i32, ptr @x\nstore i32 1, ptr @y\nstore i32 2, ptr @z\nret i32 %a";
  const std::string other =
      "%a = load i32, ptr @x\nstore i32 7, ptr @x\nstore i32 1, ptr @y\nstore i32 2, ptr @z\nret "
      "i32 0";
  EXPECT_EQ(Versions(test_with(body), test_with(other)).kept(), (Kept{0, -1, -1}));
}

TEST(Places, ARegisterWithOneWriterLessIsTheSame) {
  const auto choosing = [](const std::string& first) {
    return test_with(
        "%a = load i32, ptr @x\n%c = icmp eq i32 %a, 0\nbr i1 %c, label %one, label %two\n"
        "one:\nstore i32 1, ptr @y\nbr label %end\ntwo:\nstore i32 2, ptr @z\nbr label %end\n"
        "end:\n%r = phi i32 [" +
        first + ", %one], [%a, %two]\nstore i32 %r, ptr @x\nret i32 %r");
  };
  const Kept kept = Versions(choosing("7"), choosing("8")).kept();
  EXPECT_EQ(kept.back(), int(kept.size()) - 1);
}

TEST(Places, LiveRegistersStandInTheOrderOfThen) {
  const std::string then =
      "%a = load i32, ptr @x\n%b = load i32, ptr @y\n%c = load i32, ptr @z\n"
      "%s = add i32 %a, %b\n%t = add i32 %s, %c\nret i32 %t";
  // One more register in front gives the others other numbers.
  const std::string now = "%n = load i32, ptr @z\nstore i32 %n, ptr @x\n" + then;
  const Versions versions(test_with(then), test_with(now));
  EXPECT_EQ(versions.kept(), (Kept{2, 3, 4}));
}

TEST(Places, InitialValuesCount) {
  std::string other = test_with(kSum);
  other.replace(other.find("@y = global i32 0"), 17, "@y = global i32 5");
  // What was loaded is another value, which the register tells at the second place.
  EXPECT_EQ(Versions(test_with(kSum), other).kept(), (Kept{-1, 1}));
}

TEST(Places, CalleesCountByName) {
  const std::string callees =
      "define void @one() {\nret void\n}\ndefine void @two() {\nret void\n}\n";
  const std::string body = "call void @one()\nstore i32 1, ptr @x\nret i32 0";
  const std::string other = "call void @two()\nstore i32 1, ptr @x\nret i32 0";
  EXPECT_EQ(Versions(callees + test_with(body), callees + test_with(other)).kept(), (Kept{-1, 1}));
}

TEST(Places, ACalleeThatHasChangedIsItsOwnBusiness) {
  const std::string body = "call void @one()\nstore i32 1, ptr @x\nret i32 0";
  const std::string then = "define void @one() {\nret void\n}\n" + test_with(body);
  const std::string now =
      "define void @one() {\nstore i32 7, ptr @z\nret void\n}\n" + test_with(body);
  EXPECT_EQ(Versions(then, now).kept(), (Kept{0, 1}));
}

TEST(Places, TwoFunctionsAlikeAreTwo) {
  const std::string twins =
      "define void @one() {\nstore i32 1, ptr @x\nret void\n}\n"
      "define void @two() {\nstore i32 1, ptr @x\nret void\n}\n";
  Program program =
      testing::lower_assembly(twins + test_with("call void @one()\ncall void @two()\nret i32 0"));
  set_places(program);
  EXPECT_NE(program.positions[testing::function_named(program, "one").entry],
            program.positions[testing::function_named(program, "two").entry]);
}

TEST(Places, AThirdVersionKnowsTheFirst) {
  const std::string longer = "store i32 1, ptr @x\n" + kSum;
  Program first = testing::lower_assembly(test_with(kSum));
  set_places(first);
  Program second = testing::lower_assembly(test_with(longer));
  set_places(second, plan_of_places(first));
  Program third = testing::lower_assembly(test_with("store i32 2, ptr @x\n" + kSum));
  set_places(third, plan_of_places(second));
  EXPECT_EQ(first.positions[Versions::places(first)[0]],
            third.positions[Versions::places(third)[1]]);
}

// The second version keeps the last of two instructions that are alike, the third makes it the first of two again.
TEST(Places, AVersionThatTakesBackAChangeGivesNoNameTwice) {
  const std::string body =
      "store i32 1, ptr @x\nstore i32 5, ptr @z\nstore i32 2, ptr @y\nstore i32 5, ptr @z\nstore "
      "i32 3, ptr @x\nret i32 0";
  const std::string other =
      "store i32 7, ptr @x\nstore i32 5, ptr @z\nstore i32 8, ptr @x\nret i32 0";
  Program first = testing::lower_assembly(test_with(body));
  set_places(first);
  Program second = testing::lower_assembly(test_with(other));
  set_places(second, plan_of_places(first));
  Program third = testing::lower_assembly(test_with(body));
  set_places(third, plan_of_places(second));
  std::set<Fingerprint> names;
  for (const Point place : Versions::places(third)) names.insert(third.positions[place]);
  EXPECT_EQ(names.size(), Versions::places(third).size());
}

}  // namespace
}  // namespace heddle
