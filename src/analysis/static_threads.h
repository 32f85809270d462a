// Static threads: the functions of the user's that threads begin with, where these are started, and what
// they may run.
//
// Paper: [ParizekLhotak-SCP], Section 5: the static analyses tell threads by their entry. A std::thread begins
// in the library; it is named after the function of the user's that it comes to first.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/library_effects.h"
#include "analysis/user_code.h"

namespace heddle {

struct ThreadRoot {
  FunctionIndex function = 0;
  std::set<InstanceId> begins_in;  // of the user's code
  std::vector<Point> created_at;  // sorted
  bool several = false;  // there may be more than one at a time
  std::set<InstanceId> runs;  // of the user's code
};

// The first is the program's own thread.
std::vector<ThreadRoot> find_static_threads(const Program& program, const PointsTo& points_to,
                                            const UserCode& code, const LibraryEffects& effects);

}  // namespace heddle
