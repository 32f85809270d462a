// Which memory a program may copy where: whole objects anywhere, and single words in the library's code.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>

#include "analysis/locations.h"

namespace heddle {

std::map<LocationId, std::set<LocationId>> find_copies(const Program& program,
                                                       const PointsTo& points_to,
                                                       const Locations& locations);

}  // namespace heddle
