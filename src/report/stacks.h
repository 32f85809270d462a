// Call stacks and notes of an error: who stood where, and what else belongs to it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/page.h"
#include "result/trace.h"

namespace heddle {

// The places of the error: the thread's own stack, then each note with its stack.
std::string write_places(const ErrorReport& error, const Page& page);

}  // namespace heddle
