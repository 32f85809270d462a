// The subcommands: each adds its options and sets what runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "pipeline/diff.h"
#include "pipeline/options.h"
#include "pipeline/present.h"

namespace heddle {

struct CommandLine {
  Options options;
  Presentation presentation;
  std::function<int()> run;
};

void add_check_command(CLI::App& app, CommandLine& command_line);
void add_analyze_command(CLI::App& app, CommandLine& command_line);
void add_batch_command(CLI::App& app, CommandLine& command_line);
void add_diff_command(CLI::App& app, CommandLine& command_line);
void add_replay_command(CLI::App& app, CommandLine& command_line);
void add_compiler_commands(CLI::App& app);
void add_watch_command(CLI::App& app, CommandLine& command_line);
void add_test_command(CLI::App& app, CommandLine& command_line);
// What several commands have.
void add_input_options(CLI::App& command, Options& options);
// Throws UsageError if these do not name a program.
void require_inputs(const Options& options);
void add_search_options(CLI::App& command, Options& options);
void add_strategy_options(CLI::App& command, Options& options);
// All that heddle diff takes.
std::shared_ptr<DiffOptions> add_diff_options(CLI::App& command, CommandLine& command_line);
void add_store_options(CLI::App& command, Options& options);
void add_long_run_options(CLI::App& command, Options& options);
void add_presentation_options(CLI::App& command, Presentation& presentation);

// From now on the first Ctrl-C ends the search with the figures so far; the second ends heddle.
void end_search_on_interrupt();
bool is_interrupted();

}  // namespace heddle
