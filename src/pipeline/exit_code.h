// Exit codes, as CBMC and Dartagnan have them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "result/verdict.h"
#include "support/invariant.h"

namespace heddle {

enum ExitCode : int {
  kExitVerified = 0,
  kExitUsage = 1,
  kExitInput = 2,
  kExitIncomplete = 5,
  kExitInternal = 6,
  kExitError = 10,
};

constexpr ExitCode exit_code(Verdict verdict) {
  switch (verdict) {
    case Verdict::Verified: return kExitVerified;
    case Verdict::Error: return kExitError;
    case Verdict::Incomplete: return kExitIncomplete;
  }
  return kExitInternal;
}

}  // namespace heddle
