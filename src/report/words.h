// Events in words: "balance: 100 -> 50", "waits for m, held by thread 2 (worker)".
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/style.h"
#include "result/trace.h"

namespace heddle {

// What one event did, without its place and thread.
std::string describe(const TraceEvent& event);

Ink ink_of(const TraceEvent& event);

// A plain or atomic access to memory, as opposed to an operation worth telling in any case.
bool is_access(const TraceEvent& event);

// The error's message without the kind it may begin with ("data race: ..."): headlines name the
// kind already.
std::string message_beside_kind(const ErrorReport& error);

// "A", "A and B", "A, B and C"
std::string joined_names(const std::vector<std::string>& names);

}  // namespace heddle
