// What the static analyses know about a program, without running it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "incremental/changes.h"
#include "incremental/pairs.h"
#include "pipeline/options.h"
#include "result/analysis_report.h"

namespace heddle {

struct AnalyzeQuestion {
  std::string at;  // "file:line": what may follow there; empty: nothing is asked
  bool all = false;  // memory inside libraries, too
};

// Throws UsageError if there is no such line in the program, or InputError as check() does.
AnalysisReport analyze(const Options& options, const AnalyzeQuestion& question);
AnalysisReport analyze(const Program& program, const Options& options,
                       const AnalyzeQuestion& question);

// The same per instruction and static thread, as incremental verification wants it.
struct ThreadFacts {
  Interactions interactions;
  MemoryUse memory;
  std::vector<StaticThreadCode> threads;  // the first is the program's own
  Calls calls;
  Calls starts;  // the functions of the user's that threads created at a Point begin with
  LocksAt locks_at;
  double seconds = 0;
};
ThreadFacts find_thread_facts(const Program& program, const Options& options);

}  // namespace heddle
