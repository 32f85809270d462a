// Random: numbers that a seed determines, on every machine and with every library.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <random>

#include "support/bits.h"

namespace heddle {

class Random {
 public:
  explicit Random(uint64_t seed) : generator_(seed) {}

  uint64_t next() { return generator_(); }
  // Each of 0 ... bound - 1 with the same probability; the standard's distributions differ between libraries.
  uint64_t below(uint64_t bound) {
    const uint64_t uneven = -bound % bound;  // 2^64 modulo the bound
    for (;;)
      if (const uint64_t number = next(); number >= uneven) return number % bound;
  }
  uint32_t member_of(uint64_t set) {
    for (uint64_t skip = below(uint64_t(std::popcount(set))); skip; --skip) set &= set - 1;
    return lowest(set);
  }

 private:
  std::mt19937_64 generator_;
};

}  // namespace heddle
