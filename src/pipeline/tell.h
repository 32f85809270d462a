// Replays an error on a fresh machine and tells it; a replay that differs is our own error.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "result/trace.h"
#include "search/search.h"

namespace heddle {

ErrorReport tell(const Program& program, const MachineOptions& options, const FoundError& error);

// What an execution prints.
std::string output_of(const Program& program, const MachineOptions& options,
                      const Schedule& schedule);

}  // namespace heddle
