// heddle replay: re-runs a saved trace and shows it step by step.
// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"
#include "pipeline/check.h"
#include "pipeline/exit_code.h"

namespace heddle {

void add_replay_command(CLI::App& app, CommandLine& command_line) {
  CLI::App& command =
      *app.add_subcommand("replay", "run a trace again that --save-trace saved, and show it");
  command.add_option("file", command_line.options.trace_file, "the saved trace")->required();
  add_presentation_options(command, command_line.presentation);
  command.callback([&] {
    command_line.run = [&] {
      const CheckResult result = replay_file(command_line.options.trace_file, command_line.options);
      present_trace(result, command_line.presentation);
      return int(exit_code(result.verdict));
    };
  });
}

}  // namespace heddle
