// Tests of what a thread may still do, and behind which mutexes: each transfer function once.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/field_access.h"

#include <gtest/gtest.h>

#include "analysis/allocators.h"
#include "analysis/analysis_fixture.h"
#include "program/address.h"

namespace heddle {
namespace {

using testing::function_named;
using testing::ProgramBuilder;
using testing::Texts;

std::string text_of(const Program& program, const FrameLock& lock) {
  if (lock.slot != FrameLock::kGlobal) return fmt::format("r{}+{}", lock.slot, lock.offset);
  for (const Global& global : program.globals)
    if (global.address == uint64_t(lock.offset)) return global.name;
  return "?";
}

// "W x+0:8 behind m": the global x; "R r2+8:4": through register 2.
Texts texts_of(const Program& program, const PointsTo& points_to, const Facts& facts,
               const Future& future) {
  Texts texts;
  for (const GuardedAccesses& layer : future.layers) {
    std::string behind;
    for (const FrameLock& lock : layer.guards) behind += " behind " + text_of(program, lock);
    for (LocationId id = 0; id < facts.locations->count(); ++id) {
      const Locations::Place place = facts.locations->place_of(id);
      const std::string where =
          fmt::format("{}+{}:{}", testing::name_of(program, points_to.objects()[place.object]),
                      place.offset, place.size);
      if (layer.reads.meets_range(id, id + 1)) texts.insert("R " + where + behind);
      if (layer.writes.meets_range(id, id + 1)) texts.insert("W " + where + behind);
    }
    for (const FrameAccess& access : layer.through_frame) {
      const std::string where = fmt::format("r{}+{}:{}", access.slot, access.offset, access.size);
      if (access.reads) texts.insert("R " + where + behind);
      if (access.writes) texts.insert("W " + where + behind);
    }
  }
  return texts;
}

class FieldAccess : public ::testing::Test {
 protected:
  // Ends the program with main, which calls or starts what is to be looked at.
  void finish(AnalysisOptions options = {}) {
    options.immutable_fields = false;  // there is nobody else, so nothing would count
    b.exit();
    program = b.finish();
    for (const std::string& name : setjmp_functions)
      program.functions[function_named(program, name)].returns_twice = true;
    mark_allocators(program);
    facts = analyse(program, options);
  }
  const FunctionFacts& instance(const std::string& function) const {
    for (const FunctionFacts& each : facts->instances)
      if (each.function == function_named(program, function)) return each;
    throw std::out_of_range(function);
  }
  const Future& future_at_entry(const std::string& function) const {
    return facts->futures[instance(function).future_at_entry];
  }
  const Future& future_at(const std::string& function, Point point) const {
    const Point entry = program.functions[function_named(program, function)].entry;
    return facts->futures[instance(function).future_at[point - entry]];
  }
  Texts accesses(const Future& future) const {
    return texts_of(program, andersen(program, 0), *facts, future);
  }
  Texts at_entry(const std::string& function) const { return accesses(future_at_entry(function)); }
  Texts at(const std::string& function, Point point) const {
    return accesses(future_at(function, point));
  }

  ProgramBuilder b;
  uint64_t x = b.global("x");
  uint64_t y = b.global("y");
  uint64_t z = b.global("z");
  uint64_t m = b.global("m");
  std::vector<std::string> setjmp_functions;
  Program program;
  std::shared_ptr<const Facts> facts;
};

// --- accesses ---

TEST_F(FieldAccess, OnlyWhatIsStillToComeCounts) {
  b.begin("main");
  b.store_to(x, 1);
  const Point second = b.here();
  b.load_from(y);
  finish();
  EXPECT_EQ(at_entry("main"), (Texts{"W x+0:8", "R y+0:8"}));
  EXPECT_EQ(at("main", second), Texts{"R y+0:8"});
}

TEST_F(FieldAccess, AnAccessThroughARegisterFollowsCopiesAndOffsets) {
  const uint64_t f = b.begin("f", 1);
  b.store(b.constant(1), b.offset(b.move(0), 8), 4);
  b.return_values({});
  b.begin("main");
  b.call(f, {b.constant(x)}, 0);
  finish();
  EXPECT_EQ(at_entry("f"), Texts{"W r0+8:4"});
}

TEST_F(FieldAccess, ANewBlockIsNobodysBusinessBeforeItExists) {
  b.begin("main");
  const Operand block = b.allocate(8);
  const Operand local = b.local(8);
  const Point first = b.here();
  b.store(b.constant(1), block);
  b.store(b.constant(1), local);
  finish();
  EXPECT_EQ(at_entry("main"), Texts{});
  EXPECT_EQ(at("main", first),
            (Texts{fmt::format("W r{}+0:8", block), fmt::format("W r{}+0:8", local)}));
}

TEST_F(FieldAccess, ALoadedPointerIsWhereverItMayPoint) {
  const uint64_t pointer = b.global("pointer", 8, x);
  b.begin("main");
  b.store(b.constant(1), b.load_from(pointer));
  finish();
  EXPECT_EQ(at_entry("main"), (Texts{"R pointer+0:8", "W x+0:8"}));
}

TEST_F(FieldAccess, AccessesThatOverlapCountInFull) {
  const uint64_t words = b.global("words", 24);
  const uint64_t pointer = b.global("pointer", 8, words);
  b.begin("main");
  const Point start = b.here();
  const Operand where = b.load_from(pointer);
  b.emit({.opcode = Opcode::SetMemory, .a = where, .b = b.constant(0), .c = b.constant(16)});
  const Point end = b.here();
  b.load_from(pointer);
  b.store_to(pointer, words + 8);
  for (const uint64_t offset : {0, 8, 16}) b.load_from(words + offset);
  b.jump_if_below(b.choose(2), 1, start);
  finish();
  const Texts found = at("main", end);
  for (const char* each : {"W words+0:8", "W words+8:8", "W words+16:8"})
    EXPECT_TRUE(found.contains(each)) << each;
}

TEST_F(FieldAccess, ALoopIsFollowedAround) {
  b.begin("main");
  const Point loop = b.here();
  b.load_from(x);
  const Point second = b.here();
  b.store_to(y, 1);
  b.jump_if_below(b.choose(2), 1, loop);
  finish();
  EXPECT_EQ(at("main", second), (Texts{"R x+0:8", "W y+0:8"}));
}

TEST_F(FieldAccess, ALoopOfSeveralBlocksIsFollowedAround) {
  b.begin("main");
  const Point loop = b.here();
  b.load_from(x);
  b.go_on_here(b.branch(b.choose(2)));
  const Point middle = b.here();
  b.store_to(y, 1);
  b.go_on_here(b.branch(b.choose(2)));
  b.store_to(z, 1);
  b.jump_if_below(b.choose(2), 1, loop);
  finish();
  EXPECT_EQ(at("main", middle), (Texts{"R x+0:8", "W y+0:8", "W z+0:8"}));
}

// --- calls ---

TEST_F(FieldAccess, WhatACalleeDoesThroughParametersItDoesThroughArguments) {
  const uint64_t callee = b.begin("callee", 2);
  b.store(b.constant(1), 1);
  b.return_values({});
  const uint64_t caller = b.begin("caller", 1);
  b.call(callee, {b.constant(0), b.offset(0, 8)}, 0);
  b.return_values({});
  b.begin("main");
  b.call(caller, {b.constant(x)}, 0);
  finish();
  EXPECT_EQ(at_entry("caller"), Texts{"W r0+8:8"});
  EXPECT_EQ(at_entry("main"), Texts{"W x+8:8"});
}

TEST_F(FieldAccess, FunctionsThatCallEachOtherAreFollowedAround) {
  const uint64_t even = b.begin("even");
  const uint64_t odd = address::of_function(FunctionIndex(address::index_of(even) + 1));
  b.load_from(x);
  const Point skip_odd = b.branch(b.choose(2));
  b.call(odd, {}, 0);
  b.go_on_here(skip_odd);
  b.return_values({});
  ASSERT_EQ(b.begin("odd"), odd);
  b.store_to(y, 1);
  const Point skip_even = b.branch(b.choose(2));
  b.call(even, {}, 0);
  b.go_on_here(skip_even);
  b.return_values({});
  b.begin("main");
  b.call(even, {}, 0);
  finish();
  EXPECT_EQ(at_entry("odd"), (Texts{"R x+0:8", "W y+0:8"}));
  EXPECT_EQ(at_entry("even"), (Texts{"R x+0:8", "W y+0:8"}));
}

TEST_F(FieldAccess, InACallWhatFollowsItCounts) {
  const uint64_t callee = b.begin("callee");
  b.store_to(x, 1);
  b.return_values({});
  b.begin("main");
  const Point call = b.here();
  b.call(callee, {}, 0);
  b.store_to(y, 1);
  finish();
  EXPECT_EQ(at("main", call), Texts{"W y+0:8"});
  EXPECT_EQ(at_entry("main"), (Texts{"W x+0:8", "W y+0:8"}));
}

TEST_F(FieldAccess, NothingFollowsACallThatDoesNotReturn) {
  const uint64_t ends = b.begin("ends");
  b.exit();
  const uint64_t f = b.begin("f");
  b.store_to(x, 1);
  b.call(ends, {}, 0);
  b.store_to(y, 1);
  b.return_values({});
  b.begin("main");
  b.call(f, {}, 0);
  finish();
  EXPECT_EQ(at_entry("f"), Texts{"W x+0:8"});
  EXPECT_FALSE(future_at_entry("f").returns);
}

TEST_F(FieldAccess, AnExceptionEndsCallersAsWell) {
  const uint64_t throws = b.begin("throws");
  b.emit({.opcode = Opcode::Unwind, .a = b.move(b.constant(x))});
  b.exit();
  const uint64_t ends = b.begin("ends");
  const Point call = b.here();
  b.call(throws, {}, 0);
  b.exit();
  b.begin("main");
  b.call(ends, {}, 0);
  finish();
  EXPECT_TRUE(future_at("ends", call).returns) << "to a caller that catches it";
  EXPECT_TRUE(future_at_entry("ends").returns);
}

TEST_F(FieldAccess, ALandingPadMayFollowItsCall) {
  const uint64_t throws = b.begin("throws");
  b.emit({.opcode = Opcode::Unwind, .a = b.move(b.constant(x))});
  b.exit();
  b.begin("main");
  const Operand caught = b.slot();
  const Point call = b.here();
  b.call(throws, {}, 0);
  b.exit();
  b.add_landing_pad({.call = call, .pad = b.here(), .exception_slot = caught});
  b.store(b.constant(1), caught);
  finish();
  EXPECT_EQ(at("main", call), Texts{"W x+0:8"});
}

TEST_F(FieldAccess, AStartedThreadsAccessesCount) {
  const uint64_t worker = b.begin("worker", 2);
  b.store_to(y, 1);
  b.store(b.constant(1), 0);
  b.end_thread();
  const uint64_t start = b.begin("start", 1);
  b.spawn(worker, 0);
  b.return_values({});
  b.begin("main");
  b.call(start, {b.constant(x)}, 0);
  finish();
  EXPECT_EQ(at_entry("start"), (Texts{"W y+0:8", "W r0+0:8"}));
}

TEST_F(FieldAccess, AFunctionWithSetjmpMayGoBackAnywhere) {
  setjmp_functions = {"f"};
  const uint64_t ends = b.begin("ends");
  b.exit();
  const uint64_t f = b.begin("f");
  b.store_to(x, 1);
  const Point last = b.here();
  b.load_from(y);
  b.call(ends, {}, 0);
  b.return_values({});
  b.begin("main");
  b.call(f, {}, 0);
  finish();
  EXPECT_EQ(at("f", last), (Texts{"W x+0:8", "R y+0:8"}));
}

// --- variants ---

// a and other call b, which calls c; each writes something after its call.
class FieldAccessVariants : public FieldAccess {
 protected:
  void analyse_with(FieldAccessVariant variant) {
    const uint64_t w = b.global("w");
    const uint64_t c = b.begin("c");
    b.store_to(w, 1);
    b.return_values({});
    const uint64_t middle = b.begin("b");
    b.call(c, {}, 0);
    b.store_to(z, 1);
    b.return_values({});
    const uint64_t a = b.begin("a");
    call_in_a = b.here();
    b.call(middle, {}, 0);
    b.store_to(x, 1);
    b.return_values({});
    const uint64_t other = b.begin("other");
    b.call(middle, {}, 0);
    b.store_to(y, 1);
    b.return_values({});
    b.begin("main");
    b.call(other, {}, 0);
    b.call(a, {}, 0);
    finish({.field_access = variant});
  }
  Point call_in_a = 0;
};

TEST_F(FieldAccessVariants, SensitiveLeavesCallersToTheRealStack) {
  analyse_with(FieldAccessVariant::Sensitive);
  EXPECT_EQ(at_entry("c"), Texts{"W w+0:8"});
  EXPECT_EQ(at("a", call_in_a), Texts{"W x+0:8"});
}

TEST_F(FieldAccessVariants, CalleeAddsWhatAnyCallerMayDoAfterwards) {
  analyse_with(FieldAccessVariant::Callee);
  const Texts all{"W w+0:8", "W x+0:8", "W y+0:8", "W z+0:8"};
  EXPECT_EQ(at_entry("c"), all) << "main calls a after other";
  EXPECT_EQ(at("a", call_in_a), Texts{"W x+0:8"});
}

TEST_F(FieldAccessVariants, InsensitiveLetsACalleeReturnToOthersThanItsCaller) {
  analyse_with(FieldAccessVariant::Insensitive);
  const Texts in_a = at("a", call_in_a);
  EXPECT_TRUE(in_a.contains("W y+0:8")) << "as if b returned to other";
  EXPECT_TRUE(in_a.contains("W z+0:8")) << "as if it returned to b";
}

// --- mutexes ---

class MustLock : public FieldAccess {
 protected:
  uint64_t lock = b.lock_function();
};

TEST_F(MustLock, WhatFollowsALockIsBehindItsMutex) {
  b.begin("main");
  b.load_from(y);
  b.call(lock, {b.constant(m)}, 1);
  b.store_to(x, 1);
  finish();
  const Texts accesses = at_entry("main");
  EXPECT_TRUE(accesses.contains("W x+0:8 behind m"));
  EXPECT_FALSE(accesses.contains("W x+0:8"));
  EXPECT_TRUE(accesses.contains("R y+0:8")) << "before the lock";
}

TEST_F(MustLock, AMutexInAGlobalIsNamedByItsPlace) {
  const uint64_t table = b.global("table", 4096);
  const uint64_t take = b.begin("take", 1);
  b.call(lock, {b.offset(0, 8)}, 1);
  b.return_values({});
  const uint64_t f = b.begin("f");
  for (uint64_t offset = 0; offset < 4096; offset += 16) b.load_from(table + offset);
  b.call(take, {b.constant(table + 48)}, 0);
  b.return_values({});
  b.begin("main");
  b.call(f, {}, 0);
  finish();
  const Future& future = future_at_entry("f");
  ASSERT_EQ(future.locks.size(), 1u);
  EXPECT_EQ(future.locks[0].slot, FrameLock::kGlobal);
  EXPECT_EQ(uint64_t(future.locks[0].offset), table + 48 + 8);
}

TEST_F(MustLock, WithoutHappensBeforeNothingIs) {
  b.begin("main");
  b.call(lock, {b.constant(m)}, 1);
  b.store_to(x, 1);
  finish({.happens_before = false});
  EXPECT_TRUE(at_entry("main").contains("W x+0:8"));
}

TEST_F(MustLock, APathWithoutTheLockLosesIt) {
  b.begin("main");
  const Point skip = b.branch(b.choose(2));
  b.call(lock, {b.constant(m)}, 1);
  b.go_on_here(skip);
  b.store_to(x, 1);
  finish();
  EXPECT_TRUE(at_entry("main").contains("W x+0:8"));
}

TEST_F(MustLock, ACalleeThatLocksOnEveryPathLocksForItsCaller) {
  const uint64_t take = b.begin("take", 1);
  b.call(lock, {b.offset(0, 16)}, 1);
  b.return_values({});
  const uint64_t f = b.begin("f", 1);
  b.call(take, {0}, 0);
  b.store_to(x, 1);
  b.return_values({});
  b.begin("main");
  b.call(f, {b.constant(m)}, 0);
  finish();
  EXPECT_TRUE(at_entry("f").contains("W x+0:8 behind r0+16"));
  ASSERT_EQ(future_at_entry("f").locks.size(), 1u) << "locked when it returns, too";
}

TEST_F(MustLock, ACalleeThatLocksOnOnePathOnlyDoesNot) {
  std::vector<uint64_t> functions;
  for (const bool takes_another : {false, true}) {
    const uint64_t take = b.begin(takes_another ? "takes one of two" : "takes it or not", 2);
    const Point skip = b.branch(b.choose(2));
    b.call(lock, {0}, 1);
    b.return_values({});
    b.go_on_here(skip);
    if (takes_another) b.call(lock, {1}, 1);
    b.return_values({});
    const uint64_t f = b.begin(takes_another ? "f" : "g", 2);
    b.call(take, {0, 1}, 0);
    b.store_to(x, 1);
    b.return_values({});
    functions.push_back(f);
  }
  b.begin("main");
  for (const uint64_t f : functions) b.call(f, {b.constant(m), b.constant(y)}, 0);
  finish();
  EXPECT_TRUE(at_entry("f").contains("W x+0:8"));
  EXPECT_TRUE(at_entry("g").contains("W x+0:8"));
}

TEST_F(MustLock, ACalleeThatMayThrowFirstDoesNot) {
  const uint64_t throws = b.begin("throws");
  const Point skip = b.branch(b.choose(2));
  b.emit({.opcode = Opcode::Unwind, .a = b.move(b.constant(y))});
  b.exit();
  b.go_on_here(skip);
  b.return_values({});
  const uint64_t take = b.begin("take");
  b.call(throws, {}, 0);
  b.call(lock, {b.constant(m)}, 1);
  b.return_values({});
  b.begin("main");
  const Operand caught = b.slot();
  const Point call = b.here();
  b.call(take, {}, 0);
  b.exit();
  b.add_landing_pad({.call = call, .pad = b.here(), .exception_slot = caught});
  b.store_to(x, 1);
  finish();
  EXPECT_TRUE(at_entry("main").contains("W x+0:8"));
}

// As std::lock_guard does: the mutex is kept in memory between constructor and destructor.
TEST_F(MustLock, AMutexIsFoundThroughThePointerStoredBefore) {
  const uint64_t f = b.begin("f", 2);
  b.store(1, 0);
  b.call(lock, {b.load(0)}, 1);
  b.store_to(x, 1);
  b.return_values({});
  b.begin("main");
  b.call(f, {b.local(8), b.constant(m)}, 0);
  finish();
  EXPECT_TRUE(at_entry("f").contains("W x+0:8 behind r1+0"));
}

TEST_F(MustLock, NotIfThePointerMayHaveBeenOverwritten) {
  const uint64_t f = b.begin("f", 3);
  b.store(1, 0);
  b.store(b.constant(0), 2);
  b.call(lock, {b.load(0)}, 1);
  b.store_to(x, 1);
  b.return_values({});
  b.begin("main");
  const Operand guard = b.local(8);
  b.call(f, {guard, b.constant(m), guard}, 0);
  finish();
  EXPECT_TRUE(at_entry("f").contains("W x+0:8"));
}

TEST_F(MustLock, NotIfOthersMayChangeThePointerInTheMeantime) {
  const uint64_t pointer = b.global("pointer");
  const uint64_t f = b.begin("f", 2);
  b.store(1, 0);
  b.call(lock, {b.load(0)}, 1);
  b.store_to(x, 1);
  b.return_values({});
  b.begin("main");
  b.call(f, {b.constant(pointer), b.constant(m)}, 0);
  finish();
  EXPECT_TRUE(at_entry("f").contains("W x+0:8"));
}

TEST_F(MustLock, NotIfOthersMayChangeItWithoutThatBeingAnError) {
  const uint64_t f = b.begin("f", 2);
  b.store(1, 0);
  b.call(lock, {b.load(0)}, 1);
  b.store_to(x, 1);
  b.return_values({});
  b.begin("main");
  b.call(f, {b.local(8), b.constant(m)}, 0);
  finish({.races_are_errors = false});
  EXPECT_TRUE(at_entry("f").contains("W x+0:8"));
}

TEST_F(MustLock, NotIfThreadsSynchroniseInBetween) {
  const uint64_t flag = b.global("flag");
  const uint64_t f = b.begin("f", 2);
  b.store(1, 0);
  b.load(b.constant(flag), 8, kAtomic);
  b.call(lock, {b.load(0)}, 1);
  b.store_to(x, 1);
  b.return_values({});
  b.begin("main");
  b.call(f, {b.local(8), b.constant(m)}, 0);
  finish();
  EXPECT_TRUE(at_entry("f").contains("W x+0:8"));
}

TEST_F(MustLock, AMutexInARegisterThatChangesIsForgotten) {
  const uint64_t f = b.begin("f", 1);
  b.call(lock, {b.index(0, b.choose(4), 8)}, 1);
  b.store_to(x, 1);
  b.return_values({});
  b.begin("main");
  b.call(f, {b.constant(m)}, 0);
  finish();
  EXPECT_TRUE(at_entry("f").contains("W x+0:8"));
}

}  // namespace
}  // namespace heddle
