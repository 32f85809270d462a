// The ways of searching, by name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle {

enum class SearchKind : uint8_t {
  DepthFirst,  // with state matching; search.h
  Optimal,  // stateless, one execution per order of dependent operations; optimal_dpor.h
  Source,  // the same with source sets only
};

constexpr std::array<SearchKind, 3> kSearchKinds{SearchKind::DepthFirst, SearchKind::Optimal,
                                                 SearchKind::Source};

constexpr std::string_view name_of(SearchKind kind) {
  switch (kind) {
    case SearchKind::DepthFirst: return "dfs";
    case SearchKind::Optimal: return "optimal";
    case SearchKind::Source: return "source";
  }
  return "";
}

constexpr std::optional<SearchKind> search_named(std::string_view name) {
  for (const SearchKind kind : kSearchKinds)
    if (name == name_of(kind)) return kind;
  return std::nullopt;
}

// Whether the order of operations decides what is explored, so that each must be a transition of its own.
constexpr bool follows_dependence(SearchKind kind) { return kind != SearchKind::DepthFirst; }

}  // namespace heddle
