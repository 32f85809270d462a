// The parts of a program as its build describes them: a compilation database, and what CMake writes about linking.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frontend/compile.h"
#include "frontend/compile_commands.h"

namespace heddle {

ProgramParts find_project_parts(const FrontendOptions& options);

// How an entry is compiled for checking: its own flags, those that count, and the user's after them.
Unit unit_of(const CompileCommand& command, const std::vector<std::string>& more_flags);

}  // namespace heddle
