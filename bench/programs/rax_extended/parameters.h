// Parameters of the remote agent; the paper's unless -D says otherwise.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef GROUPS
#define GROUPS 0
#endif
#ifndef WRAP_COUNT
#define WRAP_COUNT 2
#endif
#ifndef TOKENS
#define TOKENS 5
#endif

namespace rax {

constexpr int kGroups = GROUPS;         // further pairs of tasks that share a variable
constexpr int kWrapCount = WRAP_COUNT;  // modulus of the event counters
constexpr int kTokens = TOKENS;         // length of a plan

}  // namespace rax
