// Tests of floating point against the host: float, double and the long double of x86.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "machine/arithmetic.h"

namespace heddle::arithmetic {
namespace {

template <typename T>
std::vector<T> values() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> all{T(0),
                     T(-0.0),
                     T(1),
                     T(-1),
                     T(0.5),
                     T(1.5),
                     T(2.5),
                     T(-2.5),
                     T(3.7),
                     T(-3.7),
                     T(1e-30),
                     T(1e30),
                     Limits::min(),
                     Limits::max(),
                     Limits::denorm_min(),
                     -Limits::denorm_min(),
                     Limits::infinity(),
                     -Limits::infinity(),
                     Limits::quiet_NaN(),
                     T(0x1p52),
                     T(0x1p63)};
  std::mt19937_64 random(1);
  for (int k = 0; k < 20; ++k)
    all.push_back(T(std::ldexp(double(int64_t(random())), int(random() % 100) - 110)));
  return all;
}

uint64_t raw(float value) { return from_float(value); }
uint64_t raw(double value) { return from_double(value); }
template <typename T>
T back(uint64_t bits) {
  if constexpr (sizeof(T) == 4)
    return to_float(bits);
  else
    return to_double(bits);
}
template <typename T>
constexpr unsigned kWidth = sizeof(T) * 8;

// Equal bits, or both NaN: which NaN comes out is up to the hardware.
template <typename T>
bool same(T x, T y) {
  return (std::isnan(x) && std::isnan(y)) || (x == y && std::signbit(x) == std::signbit(y));
}

template <typename T>
class FloatArithmetic : public ::testing::Test {
 protected:
  static T apply(FloatFunction function, T x, T y = 0, T z = 0) {
    return back<T>(float_math(function, kWidth<T>, raw(x), raw(y), raw(z)));
  }
};
using FloatTypes = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FloatArithmetic, FloatTypes);

TYPED_TEST(FloatArithmetic, FunctionsOfOneValue) {
  using T = TypeParam;
  for (const T x : values<T>()) {
    const auto check = [&](FloatFunction function, T expected) {
      ASSERT_PRED2(same<T>, this->apply(function, x), expected)
          << "function " << int(function) << " of " << x;
    };
    check(FloatFunction::Neg, -x);
    check(FloatFunction::Abs, std::fabs(x));
    check(FloatFunction::Sqrt, std::sqrt(x));
    check(FloatFunction::Floor, std::floor(x));
    check(FloatFunction::Ceil, std::ceil(x));
    check(FloatFunction::Trunc, std::trunc(x));
    check(FloatFunction::Round, std::round(x));
    check(FloatFunction::RoundEven, std::nearbyint(x));
    check(FloatFunction::Rint, std::rint(x));
    check(FloatFunction::NearbyInt, std::nearbyint(x));
    check(FloatFunction::Sin, std::sin(x));
    check(FloatFunction::Cos, std::cos(x));
    check(FloatFunction::Exp, std::exp(x));
    check(FloatFunction::Exp2, std::exp2(x));
    check(FloatFunction::Log, std::log(x));
    check(FloatFunction::Log2, std::log2(x));
    check(FloatFunction::Log10, std::log10(x));
  }
}

TYPED_TEST(FloatArithmetic, HalvesRoundToEvenOrAwayFromZero) {
  using T = TypeParam;
  EXPECT_EQ(this->apply(FloatFunction::RoundEven, T(2.5)), T(2));
  EXPECT_EQ(this->apply(FloatFunction::RoundEven, T(3.5)), T(4));
  EXPECT_EQ(this->apply(FloatFunction::Round, T(2.5)), T(3));
  EXPECT_EQ(this->apply(FloatFunction::Round, T(-2.5)), T(-3));
}

TYPED_TEST(FloatArithmetic, FunctionsOfTwoValues) {
  using T = TypeParam;
  for (const T x : values<T>())
    for (const T y : values<T>()) {
      ASSERT_PRED2(same<T>, this->apply(FloatFunction::CopySign, x, y), std::copysign(x, y))
          << x << ", " << y;
      ASSERT_PRED2(same<T>, this->apply(FloatFunction::Pow, x, y), std::pow(x, y))
          << x << ", " << y;
      // Which zero comes out of minnum is not laid down, so compare by value.
      const T low = this->apply(FloatFunction::MinNum, x, y);
      const T high = this->apply(FloatFunction::MaxNum, x, y);
      ASSERT_TRUE(low == std::fmin(x, y) || same(low, std::fmin(x, y))) << x << ", " << y;
      ASSERT_TRUE(high == std::fmax(x, y) || same(high, std::fmax(x, y))) << x << ", " << y;
    }
}

TYPED_TEST(FloatArithmetic, MinimumAndMaximumPassNanOn) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  for (const FloatFunction function : {FloatFunction::Minimum, FloatFunction::Maximum}) {
    EXPECT_TRUE(std::isnan(this->apply(function, nan, T(1))));
    EXPECT_TRUE(std::isnan(this->apply(function, T(1), nan)));
  }
  EXPECT_EQ(this->apply(FloatFunction::Minimum, T(1), T(2)), T(1));
  EXPECT_EQ(this->apply(FloatFunction::Maximum, T(1), T(2)), T(2));
}

TYPED_TEST(FloatArithmetic, MinimumAndMaximumOrderTheZeros) {
  using T = TypeParam;
  EXPECT_TRUE(std::signbit(this->apply(FloatFunction::Minimum, T(0.0), T(-0.0))));
  EXPECT_TRUE(std::signbit(this->apply(FloatFunction::Minimum, T(-0.0), T(0.0))));
  EXPECT_FALSE(std::signbit(this->apply(FloatFunction::Maximum, T(0.0), T(-0.0))));
  EXPECT_FALSE(std::signbit(this->apply(FloatFunction::Maximum, T(-0.0), T(0.0))));
}

TYPED_TEST(FloatArithmetic, FusedProductAndSumRoundsOnce) {
  using T = TypeParam;
  for (const T x : values<T>())
    for (const T y : values<T>())
      ASSERT_PRED2(same<T>, this->apply(FloatFunction::Fma, x, y, T(-1)), std::fma(x, y, T(-1)))
          << x << ", " << y;
}

TYPED_TEST(FloatArithmetic, PowersWithIntegerExponent) {
  using T = TypeParam;
  for (const int exponent : {0, 1, 2, 5, -1, -3}) {
    const uint64_t result =
        float_math(FloatFunction::PowI, kWidth<T>, raw(T(1.5)), uint32_t(exponent), 0);
    EXPECT_PRED2(same<T>, back<T>(result), T(std::pow(1.5, exponent))) << exponent;
  }
}

TYPED_TEST(FloatArithmetic, RoundingToIntegers) {
  using T = TypeParam;
  for (const T x : {T(0), T(0.5), T(1.5), T(2.5), T(-0.5), T(-1.5), T(-2.5), T(1e6), T(-7.9)}) {
    EXPECT_EQ(int64_t(float_math(FloatFunction::ToLong, kWidth<T>, raw(x), 0, 0)), std::lrint(x))
        << x;
    EXPECT_EQ(int64_t(float_math(FloatFunction::ToLongRound, kWidth<T>, raw(x), 0, 0)),
              std::lround(x))
        << x;
  }
}

TYPED_TEST(FloatArithmetic, EveryValueHasExactlyOneClass) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  const std::vector<std::pair<T, unsigned>> classes{{Limits::quiet_NaN(), 1},
                                                    {-Limits::infinity(), 2},
                                                    {T(-1), 3},
                                                    {-Limits::denorm_min(), 4},
                                                    {T(-0.0), 5},
                                                    {T(0), 6},
                                                    {Limits::denorm_min(), 7},
                                                    {T(1), 8},
                                                    {Limits::infinity(), 9}};
  for (const auto& [value, expected] : classes)
    for (unsigned bit = 0; bit < 10; ++bit)
      EXPECT_EQ(float_math(FloatFunction::Classify, kWidth<T>, raw(value), uint64_t(1) << bit, 0),
                bit == expected)
          << value << " in class " << bit;
  const uint64_t signalling = raw(Limits::infinity()) | 1;
  EXPECT_EQ(float_math(FloatFunction::Classify, kWidth<T>, signalling, 1, 0), 1u);
  EXPECT_EQ(float_math(FloatFunction::Classify, kWidth<T>, signalling, 2, 0), 0u);
}

// LLVM's predicates: bit 0 equal, 1 greater, 2 less, 3 unordered.
TEST(FloatComparison, HoldsIfTheRelationIsInThePredicate) {
  for (const double x : values<double>())
    for (const double y : values<double>())
      for (unsigned predicate = 0; predicate < 16; ++predicate) {
        const unsigned relation = std::isunordered(x, y) ? 8 : x == y ? 1 : x > y ? 2 : 4;
        ASSERT_EQ(float_compare(predicate, x, y), (predicate & relation) != 0)
            << x << ", " << y << ": " << predicate;
        ASSERT_EQ(x87_compare(predicate, from_long_double(x), from_long_double(y)),
                  (predicate & relation) != 0);
      }
}

TEST(FloatCast, IntegersOfEveryWidthBecomeFloats) {
  for (const unsigned width : {1u, 8u, 16u, 32u, 33u, 64u})
    for (const uint64_t pattern : {uint64_t(0), uint64_t(1), ~uint64_t(0),
                                   uint64_t(0x0123456789abcdef), uint64_t(0x8000000080808080)}) {
      const uint64_t x = pattern & mask_of(width);
      const int64_t s = as_signed(x, width);
      EXPECT_EQ(float_cast(FloatCastKind::FromSigned, width, 64, x), raw(double(s)));
      EXPECT_EQ(float_cast(FloatCastKind::FromUnsigned, width, 64, x), raw(double(x)));
      EXPECT_EQ(float_cast(FloatCastKind::FromSigned, width, 32, x), raw(float(s)));
      EXPECT_EQ(float_cast(FloatCastKind::FromUnsigned, width, 32, x), raw(float(x)));
      EXPECT_EQ(to_long_double(x87_from(FloatCastKind::FromSigned, width, x)),
                static_cast<long double>(s));
      EXPECT_EQ(to_long_double(x87_from(FloatCastKind::FromUnsigned, width, x)),
                static_cast<long double>(x));
    }
}

TEST(FloatCast, FloatsInRangeBecomeIntegersRoundedToZero) {
  for (const double x : {0.0, 0.9, 1.0, 99.99, -0.9, -1.5, -100.1, 127.9, -128.9}) {
    EXPECT_EQ(float_cast(FloatCastKind::ToSigned, 64, 8, raw(x)), uint8_t(int8_t(x))) << x;
    EXPECT_EQ(float_cast(FloatCastKind::ToSigned, 64, 32, raw(x)), uint32_t(int32_t(x))) << x;
    EXPECT_EQ(float_cast(FloatCastKind::ToSigned, 32, 64, raw(float(x))),
              uint64_t(int64_t(float(x))))
        << x;
    EXPECT_EQ(x87_to(FloatCastKind::ToSigned, 32, from_long_double(x)), uint32_t(int32_t(x))) << x;
  }
  for (const double x : {0.0, 0.9, 255.9, 4e9, 1e19}) {
    EXPECT_EQ(float_cast(FloatCastKind::ToUnsigned, 64, 64, raw(x)), uint64_t(x)) << x;
    EXPECT_EQ(x87_to(FloatCastKind::ToUnsigned, 64, from_long_double(x)), uint64_t(x)) << x;
  }
  EXPECT_EQ(float_cast(FloatCastKind::ToSigned, 64, 64, raw(-0x1p63)), uint64_t(1) << 63);
}

TEST(FloatCast, BetweenFloatsRoundsAsTheHostDoes) {
  for (const double x : values<double>()) {
    ASSERT_PRED2(same<float>, to_float(float_cast(FloatCastKind::Convert, 64, 32, raw(x))),
                 float(x));
    ASSERT_PRED2(same<float>, to_float(x87_to(FloatCastKind::Convert, 32, from_long_double(x))),
                 float(x));
    ASSERT_PRED2(same<double>, to_double(x87_to(FloatCastKind::Convert, 64, from_long_double(x))),
                 x);
    ASSERT_PRED2(same<long double>, to_long_double(x87_from(FloatCastKind::Convert, 64, raw(x))),
                 static_cast<long double>(x));
  }
  for (const float x : values<float>()) {
    ASSERT_PRED2(same<double>, to_double(float_cast(FloatCastKind::Convert, 32, 64, raw(x))),
                 double(x));
    ASSERT_PRED2(same<long double>, to_long_double(x87_from(FloatCastKind::Convert, 32, raw(x))),
                 static_cast<long double>(x));
  }
}

TEST(FloatCast, WideIntegers) {
  for (const int128 x : {int128(0), int128(1), int128(-1), int128(1) << 100, -(int128(3) << 90),
                         (int128(1) << 64) + 12345}) {
    const Wide wide = from_uint128(uint128(x));
    EXPECT_EQ(wide_to_float(wide, 64, true), raw(double(x)));
    EXPECT_EQ(wide_to_float(wide, 32, true), raw(float(x)));
    EXPECT_EQ(wide_to_float(wide, 64, false), raw(double(uint128(x))));
    EXPECT_EQ(wide_to_float(wide, 32, false), raw(float(uint128(x))));
    EXPECT_EQ(to_long_double(x87_from_wide(wide, true)), static_cast<long double>(x));
    EXPECT_EQ(to_long_double(x87_from_wide(wide, false)), static_cast<long double>(uint128(x)));
  }
  for (const double x : {0.0, 1.5, -1.5, 0x1p100, -0x1p100, 0x1p127 - 0x1p80}) {
    EXPECT_TRUE(to_uint128(float_to_wide(raw(x), 64, true)) == uint128(int128(x))) << x;
    EXPECT_TRUE(to_uint128(x87_to_wide(from_long_double(x), true)) == uint128(int128(x))) << x;
    if (x < 0) continue;
    EXPECT_TRUE(to_uint128(float_to_wide(raw(x), 64, false)) == uint128(x)) << x;
  }
  EXPECT_TRUE(to_uint128(float_to_wide(raw(1.5f), 32, true)) == 1);
  EXPECT_TRUE(to_uint128(float_to_wide(raw(0x1p127), 64, false)) == uint128(1) << 127);
}

TEST(X87Arithmetic, AgreesWithTheHost) {
  std::vector<long double> all;
  for (const double x : values<double>()) all.push_back(x);
  all.push_back(1.0L / 3);
  all.push_back(0x1.00000000000000aep40L);
  for (const long double x : all)
    for (const long double y : all) {
      const auto check = [&](X87Function function, long double expected) {
        ASSERT_PRED2(same<long double>,
                     to_long_double(x87_math(function, from_long_double(x), from_long_double(y))),
                     expected)
            << "function " << int(function) << " of " << x << ", " << y;
      };
      check(X87Function::Add, x + y);
      check(X87Function::Sub, x - y);
      check(X87Function::Mul, x * y);
      check(X87Function::Div, x / y);
      check(X87Function::Rem, std::fmod(x, y));
      check(X87Function::Neg, -x);
      check(X87Function::Abs, std::fabs(x));
    }
}

TEST(X87Arithmetic, PaddingOfALongDoubleIsZero) {
  EXPECT_EQ(from_long_double(-1.0L).high, 0xbfffu);
  EXPECT_EQ(from_long_double(1.0L / 3).high >> 16, 0u);
}

}  // namespace
}  // namespace heddle::arithmetic
