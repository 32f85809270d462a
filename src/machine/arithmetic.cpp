// SPDX-License-Identifier: Apache-2.0
#include "machine/arithmetic.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

namespace heddle::arithmetic {

namespace {

uint64_t reverse_bits(uint64_t value, unsigned width) {
  uint64_t result = 0;
  for (unsigned bit = 0; bit < width; ++bit) result |= (value >> bit & 1) << (width - 1 - bit);
  return result;
}

uint64_t saturate(int128 value, unsigned width) {
  const int128 highest = (int128(1) << (width - 1)) - 1;
  const int128 lowest = -highest - 1;
  return uint64_t(value > highest ? highest : value < lowest ? lowest : value) & mask_of(width);
}

// What x86-64 and LLVM's own folding agree on: out of range gives the most negative value, or
// for the narrow types the truncated bits of it. It is undefined behaviour in C.
int64_t to_int64(long double value) {
  if (!(value >= -0x1p63L && value < 0x1p63L)) return std::numeric_limits<int64_t>::min();
  return int64_t(value);
}
uint64_t to_uint64(long double value) {
  if (!(value > -1.0L && value < 0x1p64L)) return uint64_t(1) << 63;
  return uint64_t(value);
}
int128 to_int128(long double value) {
  if (!(value >= -0x1p127L && value < 0x1p127L)) return int128(1) << 126 << 1;
  return int128(value);
}

long double float_value(unsigned width, uint64_t bits) {
  return width == 32 ? to_float(bits) : to_double(bits);
}

// llvm.is.fpclass: one bit per class, from the least: signalling NaN, quiet NaN, then -inf to +inf.
template <typename T>
unsigned class_of(T value, bool quiet) {
  const bool negative = std::signbit(value);
  switch (std::fpclassify(value)) {
    case FP_NAN: return quiet ? 2 : 1;
    case FP_INFINITE: return negative ? 1 << 2 : 1 << 9;
    case FP_NORMAL: return negative ? 1 << 3 : 1 << 8;
    case FP_SUBNORMAL: return negative ? 1 << 4 : 1 << 7;
    default: return negative ? 1 << 5 : 1 << 6;
  }
}

template <typename T>
T math(FloatFunction function, T x, T y, T z, int32_t integer) {
  switch (function) {
    case FloatFunction::Neg: return -x;
    case FloatFunction::Abs: return std::fabs(x);
    case FloatFunction::Sqrt: return std::sqrt(x);
    case FloatFunction::Floor: return std::floor(x);
    case FloatFunction::Ceil: return std::ceil(x);
    case FloatFunction::Trunc: return std::trunc(x);
    case FloatFunction::Round: return std::round(x);
    case FloatFunction::RoundEven:
    case FloatFunction::Rint:
    case FloatFunction::NearbyInt: return std::nearbyint(x);
    case FloatFunction::CopySign: return std::copysign(x, y);
    case FloatFunction::MinNum: return std::fmin(x, y);
    case FloatFunction::MaxNum: return std::fmax(x, y);
    case FloatFunction::Minimum:  // a NaN wins, and -0 is less than +0
      if (std::isnan(x) || std::isnan(y)) return x + y;
      return x == y ? (std::signbit(x) ? x : y) : std::fmin(x, y);
    case FloatFunction::Maximum:
      if (std::isnan(x) || std::isnan(y)) return x + y;
      return x == y ? (std::signbit(x) ? y : x) : std::fmax(x, y);
    case FloatFunction::Fma: return std::fma(x, y, z);
    case FloatFunction::Sin: return std::sin(x);
    case FloatFunction::Cos: return std::cos(x);
    case FloatFunction::Exp: return std::exp(x);
    case FloatFunction::Exp2: return std::exp2(x);
    case FloatFunction::Log: return std::log(x);
    case FloatFunction::Log2: return std::log2(x);
    case FloatFunction::Log10: return std::log10(x);
    case FloatFunction::Pow: return std::pow(x, y);
    case FloatFunction::PowI: return T(std::pow(x, integer));
    case FloatFunction::ToLong:
    case FloatFunction::ToLongRound:
    case FloatFunction::Classify: break;  // their results are integers: handled by float_math
  }
  return x;
}

}  // namespace

uint64_t int_math(IntFunction function, unsigned width, uint64_t x, uint64_t y, uint64_t z) {
  const uint64_t mask = mask_of(width);
  const int64_t sx = as_signed(x, width);
  const int64_t sy = as_signed(y, width);
  switch (function) {
    case IntFunction::PopCount: return uint64_t(std::popcount(x));
    case IntFunction::LeadingZeros: return uint64_t(std::countl_zero(x)) - (64 - width);
    case IntFunction::TrailingZeros: return x ? uint64_t(std::countr_zero(x)) : width;
    case IntFunction::ByteSwap: return __builtin_bswap64(x) >> (64 - width);
    case IntFunction::BitReverse: return reverse_bits(x, width);
    case IntFunction::Abs: return (sx < 0 ? uint64_t(0) - x : x) & mask;
    case IntFunction::SMin: return sx < sy ? x : y;
    case IntFunction::SMax: return sx > sy ? x : y;
    case IntFunction::UMin: return x < y ? x : y;
    case IntFunction::UMax: return x > y ? x : y;
    case IntFunction::FunnelLeft: {
      const unsigned shift = unsigned(z % width);
      return (shift ? x << shift | y >> (width - shift) : x) & mask;
    }
    case IntFunction::FunnelRight: {
      const unsigned shift = unsigned(z % width);
      return (shift ? y >> shift | x << (width - shift) : y) & mask;
    }
    case IntFunction::UAddSat: return uint128(x) + y > mask ? mask : x + y;
    case IntFunction::USubSat: return x < y ? 0 : x - y;
    case IntFunction::SAddSat: return saturate(int128(sx) + sy, width);
    case IntFunction::SSubSat: return saturate(int128(sx) - sy, width);
  }
  return 0;
}

WithOverflow int_overflow(OverflowFunction function, unsigned width, uint64_t x, uint64_t y) {
  const int128 sx = as_signed(x, width);
  const int128 sy = as_signed(y, width);
  const auto checked_signed = [&](int128 exact) {
    const uint64_t value = uint64_t(exact) & mask_of(width);
    return WithOverflow{value, as_signed(value, width) != exact};
  };
  const auto checked_unsigned = [&](uint128 exact) {
    const uint64_t value = uint64_t(exact) & mask_of(width);
    return WithOverflow{value, value != exact};
  };
  switch (function) {
    case OverflowFunction::SAdd: return checked_signed(sx + sy);
    case OverflowFunction::SSub: return checked_signed(sx - sy);
    case OverflowFunction::SMul: return checked_signed(sx * sy);
    case OverflowFunction::UAdd: return checked_unsigned(uint128(x) + y);
    case OverflowFunction::USub: return checked_unsigned(uint128(x) - y);
    case OverflowFunction::UMul: return checked_unsigned(uint128(x) * y);
  }
  return {};
}

uint64_t update(UpdateFunction function, unsigned width, uint64_t old, uint64_t operand) {
  const uint64_t mask = mask_of(width);
  const int64_t signed_old = as_signed(old, width);
  const int64_t signed_operand = as_signed(operand, width);
  const bool is_float = width == 32;
  switch (function) {
    case UpdateFunction::Exchange: return operand;
    case UpdateFunction::Add: return (old + operand) & mask;
    case UpdateFunction::Sub: return (old - operand) & mask;
    case UpdateFunction::And: return old & operand;
    case UpdateFunction::Nand: return ~(old & operand) & mask;
    case UpdateFunction::Or: return old | operand;
    case UpdateFunction::Xor: return old ^ operand;
    case UpdateFunction::SMax: return signed_old > signed_operand ? old : operand;
    case UpdateFunction::SMin: return signed_old < signed_operand ? old : operand;
    case UpdateFunction::UMax: return old > operand ? old : operand;
    case UpdateFunction::UMin: return old < operand ? old : operand;
    case UpdateFunction::FAdd:
      return is_float ? from_float(to_float(old) + to_float(operand))
                      : from_double(to_double(old) + to_double(operand));
    case UpdateFunction::FSub:
      return is_float ? from_float(to_float(old) - to_float(operand))
                      : from_double(to_double(old) - to_double(operand));
  }
  return 0;
}

namespace {

uint128 wide_mask(unsigned width) { return ~uint128(0) >> (128 - width); }
int128 wide_signed(uint128 value, unsigned width) {
  return int128(value << (128 - width)) >> (128 - width);
}

}  // namespace

Wide wide_math(WideFunction function, unsigned width, Wide a, Wide b) {
  const uint128 x = to_uint128(a);
  const uint128 y = to_uint128(b);
  const int128 sx = wide_signed(x, width);
  const int128 sy = wide_signed(y, width);
  const uint128 mask = wide_mask(width);
  const bool in_range = y < width;
  const unsigned shift = unsigned(y);
  switch (function) {
    case WideFunction::Add: return from_uint128((x + y) & mask);
    case WideFunction::Sub: return from_uint128((x - y) & mask);
    case WideFunction::Mul: return from_uint128((x * y) & mask);
    case WideFunction::UDiv: return from_uint128(x / y);
    // -1 as divisor would overflow for the most negative dividend: negate instead.
    case WideFunction::SDiv:
      return from_uint128((sy == -1 ? uint128(0) - x : uint128(sx / sy)) & mask);
    case WideFunction::URem: return from_uint128(x % y);
    case WideFunction::SRem: return from_uint128((sy == -1 ? uint128(0) : uint128(sx % sy)) & mask);
    case WideFunction::Shl: return from_uint128(in_range ? (x << shift) & mask : 0);
    case WideFunction::LShr: return from_uint128(in_range ? x >> shift : 0);
    case WideFunction::AShr: return from_uint128(uint128(sx >> (in_range ? shift : 127)) & mask);
    case WideFunction::And: return from_uint128(x & y);
    case WideFunction::Or: return from_uint128(x | y);
    case WideFunction::Xor: return from_uint128(x ^ y);
  }
  return {};
}

WideWithOverflow wide_overflow(OverflowFunction function, Wide a, Wide b) {
  const uint128 x = to_uint128(a);
  const uint128 y = to_uint128(b);
  const auto sx = int128(x);
  const auto sy = int128(y);
  uint128 result = 0;
  int128 signed_result = 0;
  bool overflow = false;
  switch (function) {
    case OverflowFunction::UAdd: overflow = __builtin_add_overflow(x, y, &result); break;
    case OverflowFunction::USub: overflow = __builtin_sub_overflow(x, y, &result); break;
    case OverflowFunction::UMul: overflow = __builtin_mul_overflow(x, y, &result); break;
    case OverflowFunction::SAdd: overflow = __builtin_add_overflow(sx, sy, &signed_result); break;
    case OverflowFunction::SSub: overflow = __builtin_sub_overflow(sx, sy, &signed_result); break;
    case OverflowFunction::SMul: overflow = __builtin_mul_overflow(sx, sy, &signed_result); break;
  }
  return {from_uint128(result | uint128(signed_result)), overflow};
}

bool wide_compare(WidePredicate predicate, unsigned width, Wide a, Wide b) {
  const uint128 x = to_uint128(a);
  const uint128 y = to_uint128(b);
  switch (predicate) {
    case WidePredicate::Eq: return x == y;
    case WidePredicate::Ne: return x != y;
    case WidePredicate::Ult: return x < y;
    case WidePredicate::Ule: return x <= y;
    case WidePredicate::Slt: return wide_signed(x, width) < wide_signed(y, width);
    case WidePredicate::Sle: return wide_signed(x, width) <= wide_signed(y, width);
  }
  return false;
}

Wide wide_extend(uint64_t value, unsigned from_width, unsigned to_width, bool is_signed) {
  const uint128 wide = is_signed ? uint128(int128(as_signed(value, from_width))) : uint128(value);
  return from_uint128(wide & wide_mask(to_width));
}

// LLVM numbers its predicates so that the bits mean: 1 equal, 2 greater, 4 less, 8 unordered.
bool float_compare(unsigned predicate, double x, double y) {
  if (std::isnan(x) || std::isnan(y)) return (predicate & 8) != 0;
  if (x == y) return (predicate & 1) != 0;
  return (predicate & (x > y ? 2 : 4)) != 0;
}

uint64_t float_math(FloatFunction function, unsigned width, uint64_t x, uint64_t y, uint64_t z) {
  const bool is_float = width == 32;
  if (function == FloatFunction::ToLong)
    return uint64_t(is_float ? std::lrint(to_float(x)) : std::lrint(to_double(x)));
  if (function == FloatFunction::ToLongRound)
    return uint64_t(is_float ? std::lround(to_float(x)) : std::lround(to_double(x)));
  if (function == FloatFunction::Classify) {
    const bool quiet = is_float ? (x >> 22 & 1) != 0 : (x >> 51 & 1) != 0;
    return ((is_float ? class_of(to_float(x), quiet) : class_of(to_double(x), quiet)) & y) != 0;
  }
  if (is_float)
    return from_float(math(function, to_float(x), to_float(y), to_float(z), int32_t(y)));
  return from_double(math(function, to_double(x), to_double(y), to_double(z), int32_t(y)));
}

uint64_t float_cast(FloatCastKind kind, unsigned from, unsigned to, uint64_t value) {
  switch (kind) {
    case FloatCastKind::ToSigned: return uint64_t(to_int64(float_value(from, value))) & mask_of(to);
    case FloatCastKind::ToUnsigned: return to_uint64(float_value(from, value)) & mask_of(to);
    case FloatCastKind::FromSigned:
      return to == 32 ? from_float(float(as_signed(value, from)))
                      : from_double(double(as_signed(value, from)));
    case FloatCastKind::FromUnsigned:
      return to == 32 ? from_float(float(value)) : from_double(double(value));
    case FloatCastKind::Convert:
      if (from == to) return value;
      return to == 32 ? from_float(float(to_double(value))) : from_double(double(to_float(value)));
  }
  return 0;
}

long double to_long_double(Wide wide) {
  long double value = 0;
  std::memcpy(&value, &wide, 10);
  return value;
}

Wide from_long_double(long double value) {
  uint64_t words[2] = {};
  std::memcpy(words, &value, 10);  // the other 6 bytes are padding
  return {words[0], words[1]};
}

Wide x87_math(X87Function function, Wide a, Wide b) {
  const long double x = to_long_double(a);
  const long double y = to_long_double(b);
  switch (function) {
    case X87Function::Add: return from_long_double(x + y);
    case X87Function::Sub: return from_long_double(x - y);
    case X87Function::Mul: return from_long_double(x * y);
    case X87Function::Div: return from_long_double(x / y);
    case X87Function::Rem: return from_long_double(std::fmod(x, y));
    case X87Function::Neg: return from_long_double(-x);
    case X87Function::Abs: return from_long_double(std::fabs(x));
  }
  return {};
}

bool x87_compare(unsigned predicate, Wide a, Wide b) {
  const long double x = to_long_double(a);
  const long double y = to_long_double(b);
  if (std::isnan(x) || std::isnan(y)) return (predicate & 8) != 0;
  if (x == y) return (predicate & 1) != 0;
  return (predicate & (x > y ? 2 : 4)) != 0;
}

Wide x87_from(FloatCastKind kind, unsigned from, uint64_t value) {
  switch (kind) {
    case FloatCastKind::FromSigned: return from_long_double(as_signed(value, from));
    case FloatCastKind::FromUnsigned: return from_long_double(value);
    case FloatCastKind::Convert: return from_long_double(float_value(from, value));
    case FloatCastKind::ToSigned:
    case FloatCastKind::ToUnsigned: break;
  }
  return {};
}

uint64_t x87_to(FloatCastKind kind, unsigned to, Wide wide) {
  const long double value = to_long_double(wide);
  switch (kind) {
    case FloatCastKind::ToSigned: return uint64_t(to_int64(value)) & mask_of(to);
    case FloatCastKind::ToUnsigned: return to_uint64(value) & mask_of(to);
    case FloatCastKind::Convert:
      return to == 32 ? from_float(float(value)) : from_double(double(value));
    case FloatCastKind::FromSigned:
    case FloatCastKind::FromUnsigned: break;
  }
  return 0;
}

Wide x87_from_wide(Wide value, bool is_signed) {
  const uint128 bits = to_uint128(value);
  return from_long_double(is_signed ? static_cast<long double>(int128(bits))
                                    : static_cast<long double>(bits));
}

Wide x87_to_wide(Wide value, bool is_signed) {
  const long double number = to_long_double(value);
  return from_uint128(is_signed ? uint128(to_int128(number)) : number > 0 ? uint128(number) : 0);
}

Wide float_to_wide(uint64_t value, unsigned from, bool is_signed) {
  return x87_to_wide(from_long_double(float_value(from, value)), is_signed);
}

uint64_t wide_to_float(Wide value, unsigned to, bool is_signed) {
  const uint128 bits = to_uint128(value);
  if (to == 32) return from_float(is_signed ? float(int128(bits)) : float(bits));
  return from_double(is_signed ? double(int128(bits)) : double(bits));
}

}  // namespace heddle::arithmetic
