// Runs: a trace cut where another thread goes on, and the words for what happens there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/page.h"
#include "report/rows.h"
#include "result/trace.h"

namespace heddle {

// What one thread does without interruption. Never empty.
struct Run {
  std::span<const TraceStep> steps;
  std::vector<Row> rows;

  ThreadNumber thread() const { return steps.front().thread; }
  const std::string& thread_name() const { return steps.front().thread_name; }
};

std::vector<Run> runs_of(const Trace& trace, LocalAccesses local);

// "main is interrupted, holding A; worker#1 (thread 1) starts"
std::string switch_title(const std::vector<Run>& runs, size_t index, const ErrorReport& error,
                         const Page& page);

}  // namespace heddle
