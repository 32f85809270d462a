// The story: a trace as lines of text, one block per uninterrupted run of a thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/page.h"
#include "result/trace.h"

namespace heddle {

// Ends with the place of the error. Empty if there is no trace.
std::vector<std::string> story_of(const ErrorReport& error, const Page& page);

}  // namespace heddle
