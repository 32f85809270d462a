// Addresses of the checked program: 47 bits, like user addresses on x86-64.
//
// From the top: region (9 bits), object in the region (20), offset in the object (18). A region
// belongs to the globals, to the code, or to one thread's heap or stack: threads then allocate
// without disturbing each other's numbers. Objects that do not fit into 18 bits live in the large
// regions at the top, with 30 bits of offset. Objects end well below the next one's start, so a
// pointer that runs off either end never meets a neighbour.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "program/point.h"

namespace heddle::address {

inline constexpr unsigned kOffsetBits = 18;
inline constexpr unsigned kObjectBits = 20;
inline constexpr unsigned kRegionBits = 9;
inline constexpr unsigned kRegionShift = kOffsetBits + kObjectBits;
inline constexpr uint64_t kOffsetMask = (uint64_t(1) << kOffsetBits) - 1;
inline constexpr uint64_t kObjectMask = (uint64_t(1) << kObjectBits) - 1;
inline constexpr uint32_t kRegions = 1u << kRegionBits;

// Half of the offsets stay unused behind each object, so that p - 1 and p + n are out of bounds.
inline constexpr uint64_t kMaxSmallObject = uint64_t(1) << (kOffsetBits - 1);

// Region 0 stays empty: null, and numbers that were never pointers.
inline constexpr uint32_t kGlobalRegion = 1;
inline constexpr uint32_t kCodeRegion = 2;
inline constexpr uint32_t kFirstHeapRegion = 3;
inline constexpr uint32_t kFirstStackRegion = kFirstHeapRegion + kMaxThreads;
inline constexpr uint32_t kFirstLargeRegion = 256;

inline constexpr unsigned kLargeOffsetBits = 30;
inline constexpr uint64_t kLargeOffsetMask = (uint64_t(1) << kLargeOffsetBits) - 1;
inline constexpr uint64_t kMaxLargeObject = uint64_t(1) << (kLargeOffsetBits - 1);
// One large region per thread and one for globals, 256 large objects in each.
inline constexpr uint32_t kLargeGlobalRegion = kFirstLargeRegion + kMaxThreads;
inline constexpr uint32_t kLargeObjectsPerRegion = 1u << (kRegionShift - kLargeOffsetBits);

constexpr uint32_t region_of(uint64_t address) { return uint32_t(address >> kRegionShift); }
constexpr bool is_large(uint32_t region) { return region >= kFirstLargeRegion; }

constexpr uint64_t make(uint32_t region, uint32_t object) {
  return uint64_t(region) << kRegionShift |
         uint64_t(object) << (is_large(region) ? kLargeOffsetBits : kOffsetBits);
}

constexpr uint64_t index_of(uint64_t address) {
  const uint64_t in_region = address & ((uint64_t(1) << kRegionShift) - 1);
  return in_region >> (is_large(region_of(address)) ? kLargeOffsetBits : kOffsetBits);
}

// Code addresses: functions and blocks (for computed goto) are objects without bytes.
constexpr uint64_t of_function(FunctionIndex function) { return make(kCodeRegion, function); }
constexpr uint64_t of_block(Point point) {
  return make(kCodeRegion, 0) + (uint64_t(1) << (kRegionShift - 1)) + (uint64_t(point) << 2);
}

}  // namespace heddle::address
