// All static analyses of a program, in the order they build on each other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <string_view>

#include "analysis/facts.h"

namespace heddle {

enum class PointerVariant : uint8_t {
  None,
  Insensitive,
  Sensitive,
  InsensitiveOnDemand,
  SensitiveOnDemand,
};

constexpr std::string_view name_of(PointerVariant variant) {
  switch (variant) {
    case PointerVariant::None: return "none";
    case PointerVariant::Insensitive: return "ci";
    case PointerVariant::Sensitive: return "cs";
    case PointerVariant::InsensitiveOnDemand: return "ci-demand";
    case PointerVariant::SensitiveOnDemand: return "cs-demand";
  }
  return "";
}

constexpr std::optional<PointerVariant> pointers_named(std::string_view name) {
  for (const PointerVariant variant :
       {PointerVariant::None, PointerVariant::Insensitive, PointerVariant::Sensitive,
        PointerVariant::InsensitiveOnDemand, PointerVariant::SensitiveOnDemand})
    if (name == name_of(variant)) return variant;
  return std::nullopt;
}

// Every points-to set is known, not only those that were asked for.
constexpr bool is_exhaustive(PointerVariant variant) {
  return variant == PointerVariant::Insensitive || variant == PointerVariant::Sensitive;
}

struct AnalysisOptions {
  PointerVariant pointers = PointerVariant::Insensitive;
  FieldAccessVariant field_access = FieldAccessVariant::Sensitive;
  bool happens_before = true;
  bool immutable_fields = true;
  // Whoever changes memory of another thread without synchronisation ends the search.
  bool races_are_errors = true;
};

PointsTo find_pointers(const Program& program, PointerVariant variant);
std::shared_ptr<const Facts> analyse(const Program& program, const AnalysisOptions& options);

}  // namespace heddle
