// The subcommands: each adds its options and sets what runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "pipeline/options.h"
#include "pipeline/present.h"

namespace heddle {

struct CommandLine {
  Options options;
  Presentation presentation;
  std::function<int()> run;
};

void add_check_command(CLI::App& app, CommandLine& command_line);
void add_replay_command(CLI::App& app, CommandLine& command_line);
void add_compiler_commands(CLI::App& app);
void add_cache_options(CLI::App& command, CommandLine& command_line);
void add_presentation_options(CLI::App& command, Presentation& presentation);

}  // namespace heddle
