// How many scheduling choices were found not to be needed, and by what.
//
// An operation that several analyses could let pass counts for the cheapest one that does.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>

namespace heddle {

enum class AvoidedBy : uint8_t { RaceFreedom, ImmutableFields, FieldAccesses, HappensBefore };

struct AvoidedChoices {
  // As in the JSON output, by AvoidedBy.
  static constexpr std::array<std::string_view, 4> kNames = {"race_freedom", "immutable_fields",
                                                             "field_accesses", "happens_before"};
  static constexpr std::array<std::string_view, 4> kWords = {
      "race freedom", "immutable fields", "field accesses", "the happens-before order"};

  void count(AvoidedBy reason) { ++by[size_t(reason)]; }
  uint64_t total() const { return std::accumulate(by.begin(), by.end(), uint64_t(0)); }
  AvoidedChoices& operator+=(const AvoidedChoices& other) {
    for (size_t k = 0; k < by.size(); ++k) by[k] += other.by[k];
    return *this;
  }

  std::array<uint64_t, 4> by{};
};

}  // namespace heddle
