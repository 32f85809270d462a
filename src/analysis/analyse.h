// All static analyses of a program, in the order they build on each other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <string_view>

#include "analysis/facts.h"

namespace heddle {

enum class PointerVariant : uint8_t { Insensitive, Sensitive };

constexpr std::string_view name_of(PointerVariant variant) {
  return variant == PointerVariant::Insensitive ? "ci" : "cs";
}

struct AnalysisOptions {
  PointerVariant pointers = PointerVariant::Insensitive;
  FieldAccessVariant field_access = FieldAccessVariant::Sensitive;
  bool happens_before = true;
  bool immutable_fields = true;
};

std::shared_ptr<const Facts> analyse(const Program& program, const AnalysisOptions& options);

}  // namespace heddle
