// Tests of values: arithmetic of odd and wide widths, casts, aggregates and vectors.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "lower/assembly.h"

namespace heddle {
namespace {

using testing::run_assembly;
using testing::run_block;

TEST(LowerValues, IntegersOfEveryWidthWrapAround) {
  EXPECT_EQ(run_block(R"(
    %a = add i8 127, 1
    %b = sext i8 %a to i32
    ret i32 %b)"),
            uint32_t(-128));
  EXPECT_EQ(run_block(R"(
    %a = add i33 8589934591, 3   ; -1 + 3
    %b = trunc i33 %a to i32
    ret i32 %b)"),
            2u);
  EXPECT_EQ(run_block(R"(
    %a = mul i16 300, 300
    %b = zext i16 %a to i32
    ret i32 %b)"),
            300u * 300 & 0xffff);
  EXPECT_EQ(run_block(R"(
    %a = sdiv i8 -100, 7
    %b = srem i8 -100, 7
    %c = udiv i8 -100, 7
    %d = sext i8 %a to i32
    %e = sext i8 %b to i32
    %f = zext i8 %c to i32
    %g = mul i32 %d, 10000
    %h = mul i32 %e, 100
    %i = add i32 %g, %h
    %j = add i32 %i, %f
    ret i32 %j)"),
            uint32_t(-14 * 10000 - 2 * 100 + 156 / 7));
  EXPECT_EQ(run_block(R"(
    %a = ashr i33 -8, 2
    %b = trunc i33 %a to i32
    ret i32 %b)"),
            uint32_t(-2));
}

TEST(LowerValues, WideIntegers) {
  // 10^20 * 10^18 / 10^35 = 1000, and its remainder is 0
  EXPECT_EQ(run_block(R"(
    %a = mul i128 100000000000000000000, 1000000000000000000
    %b = udiv i128 %a, 100000000000000000000000000000000000
    %c = urem i128 %a, 100000000000000000000000000000000000
    %d = add i128 %b, %c
    %e = trunc i128 %d to i32
    ret i32 %e)"),
            1000u);
  EXPECT_EQ(run_block(R"(
    %a = sext i32 -5 to i128
    %b = shl i128 %a, 100
    %c = ashr i128 %b, 99
    %d = sdiv i128 %c, 3
    %e = trunc i128 %d to i32
    ret i32 %e)"),
            uint32_t(-3));
  EXPECT_EQ(run_block(R"(
    %a = zext i32 -5 to i128
    %b = lshr i128 %a, 4
    %c = trunc i128 %b to i32
    ret i32 %c)"),
            0xfffffffbu >> 4);
  EXPECT_EQ(run_block(R"(
    %a = sub i128 0, 1
    %b = icmp ugt i128 %a, 18446744073709551615
    %c = icmp slt i128 %a, 0
    %d = and i1 %b, %c
    %e = select i1 %d, i128 36893488147419103232, i128 0
    %f = lshr i128 %e, 64
    %g = trunc i128 %f to i32
    ret i32 %g)"),
            2u);
}

TEST(LowerValues, FloatsAndTheirCasts) {
  EXPECT_EQ(run_block(R"(
    %a = fadd double 0x3FE0000000000000, 3.0        ; 3.5
    %b = fptrunc double %a to float
    %c = fmul float %b, -2.0
    %d = fptosi float %c to i32
    ret i32 %d)"),
            uint32_t(-7));
  EXPECT_EQ(run_block(R"(
    %a = uitofp i32 -1 to double
    %b = fdiv double %a, 2.0
    %c = fptoui double %b to i64
    %d = trunc i64 %c to i32
    ret i32 %d)"),
            0x7fffffffu);
  EXPECT_EQ(run_block(R"(
    %a = sitofp i64 9007199254740993 to x86_fp80    ; 2^53 + 1 fits
    %b = fsub x86_fp80 %a, 0xK40348000000000000000  ; minus 2^53
    %c = fneg x86_fp80 %b
    %d = fptosi x86_fp80 %c to i32
    ret i32 %d)"),
            uint32_t(-1));
  EXPECT_EQ(run_block(R"(
    %a = fcmp olt double 0x7FF8000000000000, 1.0
    %b = fcmp ult double 0x7FF8000000000000, 1.0
    %c = fcmp oge double 1.0, 1.0
    %d = zext i1 %a to i32
    %e = zext i1 %b to i32
    %f = zext i1 %c to i32
    %g = mul i32 %d, 100
    %h = mul i32 %e, 10
    %i = add i32 %g, %h
    %j = add i32 %i, %f
    ret i32 %j)"),
            11u);
  EXPECT_EQ(run_block(R"(
    %a = sitofp i128 -36893488147419103232 to double
    %b = fptosi double %a to i128
    %c = ashr i128 %b, 64
    %d = trunc i128 %c to i32
    ret i32 %d)"),
            uint32_t(-2));
}

TEST(LowerValues, Intrinsics) {
  const auto call = [](const std::string& type, const std::string& name,
                       const std::string& arguments, const std::string& parameters) {
    return run_assembly(
        "declare " + type + " @llvm." + name + "(" + parameters +
        ")\ndefine i32 @test() {\n%r = call " + type + " @llvm." + name + "(" + arguments + ")\n" +
        (type == "i32" ? "ret i32 %r" : "%z = zext " + type + " %r to i32\nret i32 %z") + "\n}");
  };
  EXPECT_EQ(call("i32", "ctpop.i32", "i32 -2", "i32"), 31u);
  EXPECT_EQ(call("i8", "ctlz.i8", "i8 3, i1 false", "i8, i1"), 6u);
  EXPECT_EQ(call("i16", "cttz.i16", "i16 0, i1 false", "i16, i1"), 16u);
  EXPECT_EQ(call("i16", "bswap.i16", "i16 4660", "i16"), 0x3412u);
  EXPECT_EQ(call("i32", "fshl.i32", "i32 1, i32 -1, i32 4", "i32, i32, i32"), 0x1fu);
  EXPECT_EQ(call("i32", "smax.i32", "i32 -1, i32 1", "i32, i32"), 1u);
  EXPECT_EQ(call("i32", "umax.i32", "i32 -1, i32 1", "i32, i32"), 0xffffffffu);
  EXPECT_EQ(call("i8", "sadd.sat.i8", "i8 100, i8 100", "i8, i8"), 127u);
  EXPECT_EQ(call("i32", "abs.i32", "i32 -9, i1 true", "i32, i1"), 9u);
}

TEST(LowerValues, OverflowIsASecondResult) {
  EXPECT_EQ(run_assembly(R"(
    declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
    define i32 @test() {
      %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 2147483647, i32 2)
      %value = extractvalue { i32, i1 } %r, 0
      %over = extractvalue { i32, i1 } %r, 1
      %wide = zext i1 %over to i32
      %sum = add i32 %value, %wide
      ret i32 %sum
    })"),
            0x80000002u);
}

TEST(LowerValues, WideOverflowIsAThirdResult) {
  EXPECT_EQ(run_assembly(R"(
    declare { i128, i1 } @llvm.umul.with.overflow.i128(i128, i128)
    define i32 @test() {
      %x = add i128 0, 18446744073709551616
      %r = call { i128, i1 } @llvm.umul.with.overflow.i128(i128 %x, i128 %x)
      %s = call { i128, i1 } @llvm.umul.with.overflow.i128(i128 %x, i128 5)
      %over = extractvalue { i128, i1 } %r, 1
      %fits = extractvalue { i128, i1 } %s, 1
      %value = extractvalue { i128, i1 } %s, 0
      %high = lshr i128 %value, 64
      %five = trunc i128 %high to i32
      %1 = zext i1 %over to i32
      %2 = zext i1 %fits to i32
      %3 = mul i32 %1, 100
      %4 = mul i32 %2, 10
      %5 = add i32 %3, %4
      %6 = add i32 %5, %five
      ret i32 %6
    })"),
            105u);
}

TEST(LowerAggregates, MembersAreExtractedAndInserted) {
  EXPECT_EQ(run_block(R"(
    %a = insertvalue { i32, [2 x { i8, i128 }] } undef, i32 7, 0
    %b = insertvalue { i32, [2 x { i8, i128 }] } %a, i128 18446744073709551618, 1, 1, 1
    %c = insertvalue { i32, [2 x { i8, i128 }] } %b, i8 9, 1, 1, 0
    %d = extractvalue { i32, [2 x { i8, i128 }] } %c, 1
    %e = extractvalue [2 x { i8, i128 }] %d, 1, 1
    %f = lshr i128 %e, 64
    %g = add i128 %e, %f
    %h = trunc i128 %g to i32
    %i = extractvalue { i32, [2 x { i8, i128 }] } %c, 0
    %j = extractvalue { i32, [2 x { i8, i128 }] } %c, 1, 1, 0
    %k = zext i8 %j to i32
    %l = mul i32 %h, 100
    %m = mul i32 %i, 10
    %n = add i32 %l, %m
    %o = add i32 %n, %k
    ret i32 %o)"),
            379u);
}

TEST(LowerVectors, LanesAreComputedOneByOne) {
  EXPECT_EQ(run_block(R"(
    %a = add <4 x i32> <i32 1, i32 2, i32 3, i32 4>, <i32 10, i32 20, i32 30, i32 40>
    %b = shufflevector <4 x i32> %a, <4 x i32> <i32 100, i32 0, i32 0, i32 0>, <2 x i32> <i32 2, i32 4>
    %c = extractelement <2 x i32> %b, i32 0
    %d = extractelement <2 x i32> %b, i32 1
    %e = add i32 %c, %d
    ret i32 %e)"),
            133u);
  EXPECT_EQ(run_block(R"(
    %c = icmp sgt <2 x i64> <i64 5, i64 -5>, zeroinitializer
    %s = select <2 x i1> %c, <2 x i64> <i64 1, i64 2>, <2 x i64> <i64 30, i64 40>
    %x = extractelement <2 x i64> %s, i64 0
    %y = extractelement <2 x i64> %s, i64 1
    %z = add i64 %x, %y
    %r = trunc i64 %z to i32
    ret i32 %r)"),
            41u);
}

TEST(LowerVectors, VariableLanes) {
  for (const int lane : {0, 1, 2, 3})
    EXPECT_EQ(run_block("%i = add i32 0, " + std::to_string(lane) + R"(
      %v = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 50, i32 %i
      %j = add i32 %i, 1
      %k = and i32 %j, 3
      %x = extractelement <4 x i32> %v, i32 %i
      %y = extractelement <4 x i32> %v, i32 %k
      %r = add i32 %x, %y
      ret i32 %r)"),
              50u + uint32_t((lane + 1) % 4 + 1));
}

TEST(LowerVectors, BitCastsKeepTheBytes) {
  EXPECT_EQ(run_block(R"(
    %a = bitcast <4 x i8> <i8 1, i8 2, i8 3, i8 4> to i32
    ret i32 %a)"),
            0x04030201u);
  EXPECT_EQ(run_block(R"(
    %x = add i64 0, 1311768467463790320     ; 0x123456789abcdef0
    %a = bitcast i64 %x to <4 x i16>
    %b = extractelement <4 x i16> %a, i32 2
    %c = zext i16 %b to i32
    ret i32 %c)"),
            0x5678u);
  EXPECT_EQ(run_block(R"(
    %a = bitcast float 1.0 to i32
    ret i32 %a)"),
            0x3f800000u);
  EXPECT_EQ(run_block(R"(
    %x = add <2 x i64> <i64 1, i64 4607182418800017408>, zeroinitializer
    %a = bitcast <2 x i64> %x to <2 x double>
    %b = extractelement <2 x double> %a, i32 1
    %c = fptosi double %b to i32
    ret i32 %c)"),
            1u);
}

TEST(LowerValues, FreezeAndUndefAreSomeValue) {
  EXPECT_EQ(run_block(R"(
    %a = freeze { i32, i64 } { i32 4, i64 5 }
    %b = extractvalue { i32, i64 } %a, 0
    %c = freeze i32 undef
    %d = xor i32 %c, %c
    %e = add i32 %b, %d
    ret i32 %e)"),
            4u);
}

}  // namespace
}  // namespace heddle
