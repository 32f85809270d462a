// Which memory a program may copy where: whole objects anywhere, and single words in the library's code, also into arguments
// of the user's functions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>

#include "analysis/locations.h"
#include "incremental/value_flow.h"

namespace heddle {

// Adds to what is known of memory.
void find_copies(const Program& program, const PointsTo& points_to, const Locations& locations,
                 MemoryUse& use);

}  // namespace heddle
