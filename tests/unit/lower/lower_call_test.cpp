// Tests of calls: struct results, arguments by value, variable arguments, pointers to functions.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "lower/assembly.h"
#include "machine/machine.h"

namespace heddle {
namespace {

using testing::lower_assembly;
using testing::run_assembly;

TEST(LowerCalls, StructsAreReturnedInRegisters) {
  EXPECT_EQ(run_assembly(R"(
    define { i64, { i128, i8 } } @make(i32 %x) {
      %wide = sext i32 %x to i128
      %shifted = shl i128 %wide, 64
      %a = insertvalue { i64, { i128, i8 } } undef, i64 11, 0
      %b = insertvalue { i64, { i128, i8 } } %a, i128 %shifted, 1, 0
      %c = insertvalue { i64, { i128, i8 } } %b, i8 5, 1, 1
      ret { i64, { i128, i8 } } %c
    }
    define i32 @test() {
      %r = call { i64, { i128, i8 } } @make(i32 7)
      %a = extractvalue { i64, { i128, i8 } } %r, 0
      %b = extractvalue { i64, { i128, i8 } } %r, 1, 0
      %c = extractvalue { i64, { i128, i8 } } %r, 1, 1
      %high = lshr i128 %b, 64
      %1 = trunc i64 %a to i32
      %2 = trunc i128 %high to i32
      %3 = zext i8 %c to i32
      %4 = mul i32 %1, 100
      %5 = mul i32 %2, 10
      %6 = add i32 %4, %5
      %7 = add i32 %6, %3
      ret i32 %7
    })"),
            1175u);
}

TEST(LowerCalls, AStructPassedByValueIsACopy) {
  EXPECT_EQ(run_assembly(R"(
    %pair = type { i64, i64, i64 }
    define i64 @change(ptr byval(%pair) align 8 %p) {
      %q = getelementptr %pair, ptr %p, i32 0, i32 2
      %old = load i64, ptr %q
      store i64 1000, ptr %q
      ret i64 %old
    }
    define i32 @test() {
      %s = alloca %pair
      %q = getelementptr %pair, ptr %s, i32 0, i32 2
      store i64 30, ptr %q
      %seen = call i64 @change(ptr byval(%pair) align 8 %s)
      %kept = load i64, ptr %q
      %sum = add i64 %seen, %kept
      %r = trunc i64 %sum to i32
      ret i32 %r
    })"),
            60u);
}

TEST(LowerCalls, TheCopyIsGoneAfterTheCall) {
  const Program program = lower_assembly(R"(
    %pair = type { i64, i64, i64 }
    define ptr @leak(ptr byval(%pair) align 8 %p) {
      ret ptr %p
    }
    define i32 @test() {
      %s = alloca %pair
      %p = call ptr @leak(ptr byval(%pair) align 8 %s)
      %v = load i32, ptr %p
      ret i32 %v
    })");
  Machine machine(program, {});
  ASSERT_EQ(machine.run(0), Stop::Violation);
  EXPECT_EQ(machine.violation()->kind, ErrorKind::UseAfterReturn);
}

// va_arg as clang writes it out for x86-64, once the register area is used up.
const char* const kSum = R"(
  %list = type { i32, i32, ptr, ptr }
  declare void @llvm.va_start.p0(ptr)
  declare void @llvm.va_copy.p0(ptr, ptr)
  declare void @llvm.va_end.p0(ptr)
  define i64 @next(ptr %list) {
    %used = load i32, ptr %list
    %fits = icmp ule i32 %used, 40
    br i1 %fits, label %registers, label %memory
  registers:
    ret i64 -1
  memory:
    %place = getelementptr %list, ptr %list, i32 0, i32 2
    %area = load ptr, ptr %place
    %after = getelementptr i8, ptr %area, i64 8
    store ptr %after, ptr %place
    %value = load i64, ptr %area
    ret i64 %value
  }
)";

TEST(LowerCalls, VariableArgumentsLieInTheOverflowArea) {
  EXPECT_EQ(run_assembly(std::string(kSum) + R"(
    define i64 @sum(i32 %count, ...) {
      %l = alloca %list, align 16
      %m = alloca %list, align 16
      call void @llvm.va_start.p0(ptr %l)
      %a = call i64 @next(ptr %l)
      call void @llvm.va_copy.p0(ptr %m, ptr %l)
      %b = call i64 @next(ptr %l)
      %again = call i64 @next(ptr %m)
      %c = call i64 @next(ptr %l)
      %d = bitcast i64 %c to double
      %e = fptosi double %d to i64
      call void @llvm.va_end.p0(ptr %l)
      %1 = add i64 %a, %b
      %2 = add i64 %1, %again
      %3 = add i64 %2, %e
      ret i64 %3
    }
    define i32 @test() {
      %s = call i64 (i32, ...) @sum(i32 3, i64 1000, i32 200, double 30.0)
      %r = trunc i64 %s to i32
      ret i32 %r
    })"),
            1430u);
}

TEST(LowerCalls, ReadingMoreArgumentsThanThereAreIsAnError) {
  const Program program = lower_assembly(std::string(kSum) + R"(
    define i64 @second(...) {
      %l = alloca %list, align 16
      call void @llvm.va_start.p0(ptr %l)
      %a = call i64 @next(ptr %l)
      %b = call i64 @next(ptr %l)
      ret i64 %b
    }
    define i32 @test() {
      %s = call i64 (...) @second(i64 1)
      %r = trunc i64 %s to i32
      ret i32 %r
    })");
  Machine machine(program, {});
  ASSERT_EQ(machine.run(0), Stop::Violation);
  EXPECT_EQ(machine.violation()->kind, ErrorKind::OutOfBounds);
}

TEST(LowerCalls, FunctionsAreCalledThroughPointersAndAliases) {
  EXPECT_EQ(run_assembly(R"(
    @table = constant [2 x ptr] [ptr @twice, ptr @square]
    @also = alias i32 (i32), ptr @square
    define i32 @twice(i32 %x) {
      %r = add i32 %x, %x
      ret i32 %r
    }
    define i32 @square(i32 %x) {
      %r = mul i32 %x, %x
      ret i32 %r
    }
    define i32 @test() {
      %i = add i64 0, 1
      %p = getelementptr [2 x ptr], ptr @table, i64 0, i64 %i
      %f = load ptr, ptr %p
      %a = call i32 %f(i32 7)
      %g = load ptr, ptr @table
      %b = call i32 %g(i32 100)
      %c = call i32 @also(i32 20)
      %d = add i32 %a, %b
      %e = add i32 %d, %c
      ret i32 %e
    })"),
            649u);
}

TEST(LowerCalls, RecursionKeepsFramesApart) {
  EXPECT_EQ(run_assembly(R"(
    define i32 @fibonacci(i32 %n) {
      %small = icmp ult i32 %n, 2
      br i1 %small, label %end, label %deeper
    deeper:
      %m = sub i32 %n, 1
      %a = call i32 @fibonacci(i32 %m)
      %k = sub i32 %n, 2
      %b = call i32 @fibonacci(i32 %k)
      %sum = add i32 %a, %b
      ret i32 %sum
    end:
      ret i32 %n
    }
    define i32 @test() {
      %r = call i32 @fibonacci(i32 15)
      ret i32 %r
    })"),
            610u);
}

TEST(LowerCalls, SetJumpKeepsEveryRegisterAlive) {
  const Program program = lower_assembly(R"(
    @buffer = global [25 x i64] zeroinitializer
    declare i32 @__heddle_setjmp(ptr) returns_twice
    define i32 @test() {
      %r = call i32 @__heddle_setjmp(ptr @buffer) returns_twice
      ret i32 %r
    })");
  const Function& function = testing::function_named(program, "test");
  EXPECT_TRUE(function.returns_twice);
  EXPECT_EQ(program.live_at(function.entry).size(), function.slot_count);
}

TEST(LowerCalls, KnownBarriersInAssemblyAreUnderstood) {
  EXPECT_EQ(run_assembly(R"(
    define i32 @test() {
      call void asm sideeffect "", "~{memory}"()
      call void asm sideeffect "mfence", "~{memory}"()
      call void asm sideeffect "pause", "~{memory}"()
      ret i32 3
    })"),
            3u);
}

}  // namespace
}  // namespace heddle
