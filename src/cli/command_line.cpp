// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <new>

#include "pipeline/compile_natively.h"
#include "pipeline/exit_code.h"

namespace heddle {

namespace {

// heddle's own files lie beside the executable, in the build tree as in an installation.
void locate_files(Options& options) {
  std::error_code error;
  const std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path folder = executable.parent_path();
  for (const char* candidate : {"../lib/heddle/runtime.bc", "lib/heddle/runtime.bc"})
    if (std::filesystem::exists(folder / candidate))
      options.runtime_file = (folder / candidate).lexically_normal();
  options.include_directory = (folder / "../include").lexically_normal();
  options.cache_folder = default_cache_folder();
  options.store_folder = default_store_folder();
}

// What follows "--" is the compiler's. An option's value may begin with a minus: "--errors -leak".
std::vector<std::string> split_arguments(const std::vector<std::string>& arguments,
                                         std::vector<std::string>& clang_flags) {
  const auto dashes = std::ranges::find(arguments, "--");
  if (dashes != arguments.end()) clang_flags.assign(dashes + 1, arguments.end());
  std::vector<std::string> own;
  for (auto argument = arguments.begin(); argument != dashes; ++argument) {
    if (*argument == "--errors" && argument + 1 != dashes) {
      own.push_back(*argument + "=" + argument[1]);
      ++argument;
    } else {
      own.push_back(*argument);
    }
  }
  std::reverse(own.begin(), own.end());  // as CLI11 wants them
  return own;
}

// "--base=$REV" with an unset variable: CLI11 would take the next word for the value. What follows --args is the program's.
void refuse_missing_values(const std::vector<std::string>& reversed_arguments) {
  for (size_t k = reversed_arguments.size(); k-- > 0;) {
    const std::string& argument = reversed_arguments[k];
    if (argument == "--args" && k > 0)
      --k;
    else if (argument.starts_with("--") && argument.ends_with("="))
      throw UsageError(argument + " has no value; is a variable unset?");
  }
}

void refuse_unknown_command(const CLI::App& app,
                            const std::vector<std::string>& reversed_arguments) {
  if (reversed_arguments.empty() || reversed_arguments.back().starts_with("-")) return;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (command->get_name() == reversed_arguments.back()) return;
  throw UsageError("unknown command '" + reversed_arguments.back() + "'; see heddle --help");
}

}  // namespace

Invocation::Invocation(const std::vector<std::string>& arguments)
    : app_(
          "heddle checks multithreaded C and C++ programs: it explores every interleaving of their "
          "threads.",
          "heddle") {
  app_.set_version_flag("--version", "heddle " HEDDLE_VERSION);
  app_.require_subcommand(1);
  locate_files(command_line_.options);
  std::vector<std::string> own = split_arguments(arguments, command_line_.options.clang_flags);
  add_check_command(app_, command_line_);
  add_analyze_command(app_, command_line_);
  add_batch_command(app_, command_line_);
  add_diff_command(app_, command_line_);
  add_replay_command(app_, command_line_);
  add_test_command(app_, command_line_);
  add_watch_command(app_, command_line_);
  add_compiler_commands(app_);
  refuse_unknown_command(app_, own);
  refuse_missing_values(own);
  try {
    app_.parse(own);
  } catch (const CLI::ParseError& problem) {
    // Told when it is run: whoever only asks for the options wants to hear nothing.
    command_line_.run = [this, problem] {
      return app_.exit(problem) == 0 ? kExitVerified : kExitUsage;
    };
  }
}

int run_as_compiler(bool is_cxx, const std::vector<std::string>& arguments) {
  Options options;
  locate_files(options);
  return compile_natively(is_cxx, arguments, options);
}

int exit_code_of(const std::function<int()>& action) {
  try {
    return action();
  } catch (const UsageError& problem) {
    fmt::print(stderr, "heddle: {}\n", problem.what());
    return kExitUsage;
  } catch (const InputError& problem) {
    fmt::print(stderr, "heddle: {}\n", problem.what());
    return kExitInput;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "heddle: there is not enough memory\n");
    return kExitIncomplete;
  } catch (const std::exception& problem) {
    fmt::print(stderr,
               "heddle: internal error: {}\nPlease report this together with the program.\n",
               problem.what());
    return kExitInternal;
  }
}

}  // namespace heddle
