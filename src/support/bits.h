// Sets of small numbers in a machine word.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace heddle {

constexpr uint64_t bit(uint32_t index) { return uint64_t(1) << index; }

// std::has_single_bit counts all bits, which is a library call on the oldest x86-64.
constexpr bool is_single(uint64_t set) { return set != 0 && (set & (set - 1)) == 0; }

constexpr uint32_t lowest(uint64_t set) { return uint32_t(std::countr_zero(set)); }

}  // namespace heddle
