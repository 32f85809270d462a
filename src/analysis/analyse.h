// All static analyses of a program, in the order they build on each other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "analysis/facts.h"

namespace heddle {

enum class PointerVariant : uint8_t { Insensitive, Sensitive };

struct AnalysisOptions {
  PointerVariant pointers = PointerVariant::Sensitive;
  FieldAccessVariant field_access = FieldAccessVariant::Sensitive;
  bool happens_before = true;
};

std::shared_ptr<const Facts> analyse(const Program& program, const AnalysisOptions& options);

}  // namespace heddle
