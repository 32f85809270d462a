// heddle watch: heddle diff on every save.
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "cli/commands.h"
#include "pipeline/exit_code.h"
#include "pipeline/load.h"
#include "pipeline/watch.h"

namespace heddle {

namespace {

namespace fs = std::filesystem;

// Our own command line, with another command in the place of this one and without what only this one takes. Nor
// is the check itself to be quiet: --on-error gets its report. What follows an option that takes a value is that value,
// whatever it looks like.
std::vector<std::string> diff_command(const CLI::App& watch, bool in_color) {
  const auto takes_a_value = [&](const std::string& word) {
    const CLI::Option* option = watch.get_option_no_throw(word);
    return option && option->get_items_expected_max() > 0;
  };
  std::ifstream stream("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> own;
  for (std::string argument; std::getline(stream, argument, '\0');) own.push_back(argument);
  std::vector<std::string> command{own[0], "diff"};
  if (in_color) command.insert(command.end(), {"--color", "always"});
  bool is_ours = true;
  for (size_t k = 2; k < own.size(); ++k) {
    is_ours = is_ours && own[k] != "--";
    const bool has_value = is_ours && k + 1 < own.size() && takes_a_value(own[k]);
    const bool is_left_out = is_ours && (own[k] == "--on-error" ||
                                         own[k].starts_with("--on-error=") || own[k] == "--quiet");
    if (!is_left_out) command.insert(command.end(), &own[k], &own[k] + 1 + has_value);
    k += has_value;
  }
  return command;
}

// The folders that the compiler's flags name, as -Iinclude or as -I include.
std::vector<std::string> include_folders(const std::vector<std::string>& flags) {
  std::vector<std::string> folders;
  for (size_t k = 0; k < flags.size(); ++k)
    for (const std::string_view flag : {"-I", "-iquote", "-isystem", "-idirafter"}) {
      if (!flags[k].starts_with(flag)) continue;
      const bool is_alone = flags[k] == flag;
      if (is_alone && k + 1 == flags.size()) break;
      const std::string folder = is_alone ? flags[++k] : flags[k].substr(flag.size());
      fs::path path = fs::absolute(folder).lexically_normal();
      if (!path.has_filename()) path = path.parent_path();  // include/ is include
      folders.push_back(path);
      break;
    }
  return folders;
}

int run_watch(const CLI::App& app, CommandLine& command_line, const std::string& on_error) {
  const Options& options = command_line.options;
  require_inputs(options);
  end_search_on_interrupt();
  const bool is_terminal = isatty(STDOUT_FILENO) != 0;
  watch({.command = diff_command(app, is_terminal && command_line.presentation.color == "auto"),
         .on_error = on_error,
         .is_terminal = is_terminal,
         .is_quiet = command_line.presentation.quiet,
         .files = [&] { return source_files(options); },
         .include_folders = include_folders(options.clang_flags),
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
  command.callback([&command, &command_line, on_error] {
    command_line.run = [&command, &command_line, on_error] {
      return run_watch(command, command_line, *on_error);
    };
  });
}

}  // namespace heddle
