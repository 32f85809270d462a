// Everything a user can ask for, as one plain struct. The table of command line options is in cli/.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "analysis/analyse.h"
#include "reduction/reduction.h"
#include "result/error_kind.h"
#include "result/statistics.h"
#include "search/strategies.h"

namespace heddle {

struct Options {
  // What is checked.
  std::vector<std::string> inputs;
  std::vector<std::string> clang_flags;
  std::vector<std::string> arguments;
  std::string test;  // the name of a test to check instead of main
  bool gtest = false;  // heddle's own <gtest/gtest.h> replaces GoogleTest's
  std::string runtime_file;
  std::string include_directory;
  std::string compile_commands;  // inputs are then patterns for the files it names
  std::string target;
  std::string cache_folder;  // bitcode compiled before; empty: none

  // What is looked for.
  ErrorSet errors;
  bool keep_going = false;
  bool shortest = false;
  bool spurious_wakeups = false;
  bool reuse_addresses = true;

  // How.
  Reduction reduction = Reduction::Heap;
  AnalysisOptions analysis;  // for the hybrid reduction
  SearchMethod search;
  bool race_freedom = true;  // plain accesses are no choices: they are compared instead
  bool exact = false;
  unsigned jobs = 1;  // workers on the state space
  uint64_t max_states = ~uint64_t(0);
  uint64_t max_depth = ~uint64_t(0);
  double max_seconds = 1e18;
  uint64_t max_memory_mib = 0;  // 0: three quarters of what the machine has
  WhenFull when_full = WhenFull::Stop;  // at the limit of memory
  uint32_t max_threads = kMaxThreads;

  // Long runs.
  std::string checkpoint_file;  // empty: none is written
  double checkpoint_seconds = 60;  // between two of them
  std::string resume_file;  // the checkpoint to go on from; empty: from the beginning

  // Where to.
  std::string json_file;
  std::string trace_file;
  std::string final_states_file;
  std::string output_file;
  bool print_program = false;

  // Runs that were verified, for later versions of the program.
  std::string store_folder;  // empty: nothing is kept
  uint64_t store_mib = 1024;
  bool incremental = false;  // build on the last one

  // Called now and then; returns false to stop.
  std::function<bool(const Statistics&)> on_progress;
};

// Everything but what the user must ask for: leaks, exit codes.
ErrorSet default_errors();
// Reads "assertion,deadlock", "all", "default", "+leak", "-data-race"; throws UsageError.
ErrorSet parse_errors(const std::string& list);
// Throws UsageError if options of the search do not go together.
void require_consistent_search(const Options& options);
// In bytes: what the user said, or else three quarters of what the machine has.
size_t memory_limit(const Options& options);
// $HEDDLE_CACHE, $XDG_CACHE_HOME/heddle or ~/.cache/heddle; empty if none of them is known.
std::string default_cache_folder();
// Beside the bitcode; empty if there is no such folder.
std::string default_store_folder();

}  // namespace heddle
