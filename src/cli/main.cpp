// The heddle command: which subcommand, and how errors become exit codes.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <new>
#include <optional>

#include "cli/commands.h"
#include "pipeline/compile_natively.h"
#include "pipeline/exit_code.h"

namespace {

using namespace heddle;

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
std::vector<std::string> split_arguments(int argc, char** argv,
                                         std::vector<std::string>& clang_flags) {
  std::vector<std::string> own;
  for (int k = 1; k < argc; ++k) {
    const std::string argument = argv[k];
    if (argument == "--") {
      clang_flags.assign(argv + k + 1, argv + argc);
      break;
    }
    if (argument == "--errors" && k + 1 < argc)
      own.push_back(argument + "=" + argv[++k]);
    else
      own.push_back(argument);
  }
  std::reverse(own.begin(), own.end());  // as CLI11 wants them
  return own;
}

void refuse_unknown_command(const CLI::App& app,
                            const std::vector<std::string>& reversed_arguments) {
  if (reversed_arguments.empty() || reversed_arguments.back().starts_with("-")) return;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (command->get_name() == reversed_arguments.back()) return;
  throw UsageError("unknown command '" + reversed_arguments.back() + "'; see heddle --help");
}

// heddle cc ..., or by the name of a link to heddle: build tools want the path of a compiler.
std::optional<int> run_as_compiler(int argc, char** argv) {
  const std::string name = std::filesystem::path(argv[0]).filename();
  const bool is_link = name == "heddle-cc" || name == "heddle-c++";
  const std::string command = is_link ? name.substr(7) : argc > 1 ? argv[1] : "";
  if (command != "cc" && command != "c++") return std::nullopt;
  Options options;
  locate_files(options);
  return compile_natively(command == "c++", {argv + (is_link ? 1 : 2), argv + argc}, options);
}

int run(int argc, char** argv) {
  if (const std::optional<int> status = run_as_compiler(argc, argv)) return *status;
  CLI::App app(
      "heddle checks multithreaded C programs: it explores every interleaving of their threads.",
      "heddle");
  app.set_version_flag("--version", "heddle " HEDDLE_VERSION);
  app.require_subcommand(1);
  CommandLine command_line;
  locate_files(command_line.options);
  std::vector<std::string> arguments =
      split_arguments(argc, argv, command_line.options.clang_flags);
  add_check_command(app, command_line);
  add_analyze_command(app, command_line);
  add_diff_command(app, command_line);
  add_replay_command(app, command_line);
  add_test_command(app, command_line);
  add_watch_command(app, command_line);
  add_compiler_commands(app);
  refuse_unknown_command(app, arguments);
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? kExitVerified : kExitUsage;
  }
  return command_line.run();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
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
