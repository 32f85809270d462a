// heddle watch: heddle diff on every save.
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "cli/commands.h"
#include "pipeline/exit_code.h"
#include "pipeline/load.h"
#include "pipeline/watch.h"

namespace heddle {

namespace {

// Our own command line, with another command in the place of this one and without what only this one takes.
std::vector<std::string> diff_command(bool in_color) {
  std::ifstream stream("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> own;
  for (std::string argument; std::getline(stream, argument, '\0');) own.push_back(argument);
  std::vector<std::string> command{own[0], "diff"};
  if (in_color) command.insert(command.end(), {"--color", "always"});
  bool is_ours = true;
  for (size_t k = 2; k < own.size(); ++k) {
    is_ours = is_ours && own[k] != "--";
    if (is_ours && own[k] == "--on-error")
      ++k;
    else if (!is_ours || !own[k].starts_with("--on-error="))
      command.push_back(own[k]);
  }
  return command;
}

int run_watch(CommandLine& command_line, const std::string& on_error) {
  const Options& options = command_line.options;
  require_inputs(options);
  end_search_on_interrupt();
  const bool is_terminal = isatty(STDOUT_FILENO) != 0;
  watch({.command = diff_command(is_terminal && command_line.presentation.color == "auto"),
         .on_error = on_error,
         .is_terminal = is_terminal,
         .files = [&] { return source_files(options); },
         .is_interrupted = is_interrupted});
  return kExitVerified;
}

}  // namespace

void add_watch_command(CLI::App& app, CommandLine& command_line) {
  CLI::App& command = *app.add_subcommand(
      "watch", "heddle diff on every save: what the edit changed, and whether it broke something");
  command.footer("What follows -- goes to the compiler: heddle watch a.c b.c -- -Iinclude");
  add_diff_options(command, command_line);
  const auto on_error = std::make_shared<std::string>();
  command.add_option("--on-error", *on_error,
                     "run this shell command when an error is found, with the report as its input");
  command.callback([&command_line, on_error] {
    command_line.run = [&command_line, on_error] { return run_watch(command_line, *on_error); };
  });
}

}  // namespace heddle
