// Whether two statements that were matched by their texts do the same: use the same values, and lead to the same places.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "incremental/match.h"

namespace heddle {

// Whether they use what matched statements made. Their values do not tell: those of two variables may be made in the same way.
bool same_operands(const FunctionPair& pair, const VersionStatement& before,
                   const VersionStatement& after);

// Whether their targets, if they are jumps, are the same places. Ends of a function are as good as each other: the compiler
// makes one or several of them.
bool same_targets(const Version& before, const Version& after, const FunctionPair& pair,
                  const VersionStatement& old, const VersionStatement& now);

}  // namespace heddle
