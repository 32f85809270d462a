// Arithmetic of the bytecode, on values as registers hold them (zero-extended bits).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include "program/instruction.h"
#include "support/hash.h"

namespace heddle::arithmetic {

constexpr uint64_t mask_of(unsigned width) { return ~uint64_t(0) >> (64 - width); }
constexpr int64_t as_signed(uint64_t value, unsigned width) {
  return int64_t(value << (64 - width)) >> (64 - width);
}

template <typename To, typename From>
To bits_to(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}
inline double to_double(uint64_t bits) { return bits_to<double>(bits); }
inline float to_float(uint64_t bits) { return bits_to<float>(uint32_t(bits)); }
inline uint64_t from_double(double value) { return bits_to<uint64_t>(value); }
inline uint64_t from_float(float value) { return bits_to<uint32_t>(value); }

// A value of 65 to 128 bits, or a long double: two slots.
struct Wide {
  uint64_t low = 0;
  uint64_t high = 0;
};
inline uint128 to_uint128(Wide wide) { return uint128(wide.high) << 64 | wide.low; }
inline Wide from_uint128(uint128 value) { return {uint64_t(value), uint64_t(value >> 64)}; }

struct WithOverflow {
  uint64_t value;
  bool overflow;
};

struct WideWithOverflow {
  Wide value;
  bool overflow;
};

uint64_t int_math(IntFunction function, unsigned width, uint64_t x, uint64_t y, uint64_t z);
WithOverflow int_overflow(OverflowFunction function, unsigned width, uint64_t x, uint64_t y);
uint64_t update(UpdateFunction function, unsigned width, uint64_t old, uint64_t operand);

// Division by zero is the caller's business.
Wide wide_math(WideFunction function, unsigned width, Wide x, Wide y);
WideWithOverflow wide_overflow(OverflowFunction function, Wide x, Wide y);  // of 128 bits
bool wide_compare(WidePredicate predicate, unsigned width, Wide x, Wide y);
Wide wide_extend(uint64_t value, unsigned from_width, unsigned to_width, bool is_signed);

bool float_compare(unsigned predicate, double x, double y);
uint64_t float_math(FloatFunction function, unsigned width, uint64_t x, uint64_t y, uint64_t z);
uint64_t float_cast(FloatCastKind kind, unsigned from_width, unsigned to_width, uint64_t value);

Wide x87_math(X87Function function, Wide x, Wide y);
bool x87_compare(unsigned predicate, Wide x, Wide y);
Wide x87_from(FloatCastKind kind, unsigned from_width, uint64_t value);
uint64_t x87_to(FloatCastKind kind, unsigned to_width, Wide value);
Wide x87_from_wide(Wide value, bool is_signed);
Wide x87_to_wide(Wide value, bool is_signed);
Wide float_to_wide(uint64_t value, unsigned from_width, bool is_signed);
uint64_t wide_to_float(Wide value, unsigned to_width, bool is_signed);

long double to_long_double(Wide wide);
Wide from_long_double(long double value);

}  // namespace heddle::arithmetic
