// The whole tool: from source files to a verdict.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pipeline/options.h"
#include "program/program.h"
#include "result/verdict.h"

namespace heddle {

// Throws UsageError, InputError (exit codes 1 and 2) or InternalError (6).
CheckResult check(const Options& options);
// The same for a program that is loaded already.
CheckResult check(const Program& program, const Options& options);

// Re-runs a saved trace; the result holds the one error it ends in.
CheckResult replay_file(const std::string& file, const Options& where);

}  // namespace heddle
