// heddle diff: what an edit changed between threads, and whether that broke something.
// SPDX-License-Identifier: Apache-2.0
#include "pipeline/diff.h"

#include "cli/commands.h"
#include "pipeline/exit_code.h"

namespace heddle {

namespace {

int run_diff(CommandLine& command_line, DiffOptions how) {
  Options& options = command_line.options;
  require_inputs(options);
  for (const std::string& file : {command_line.presentation.json_file, options.trace_file})
    require_writable(file);
  end_search_on_interrupt();
  ProgressDisplay progress(command_line.presentation);
  options.on_progress = [&](const Statistics& figures) {
    progress.update(figures);
    return !is_interrupted();
  };
  DiffPart left = DiffPart::All;
  how.on_changes = [&](const DiffReport& report) {
    progress.clear();
    present_changes(report, command_line.presentation);
    left = DiffPart::Outcome;
  };
  const DiffReport report = diff(options, how);
  progress.clear();
  present(report, command_line.presentation, left);
  return exit_code(report.result.verdict);
}

void add_program_options(CLI::App& command, Options& options, DiffOptions& how) {
  options.errors = default_errors();
  command.add_option_function<std::string>(
      "--errors", [&options](const std::string& list) { options.errors = parse_errors(list); },
      "kinds of errors to look for: a list, all, default; +kind and -kind change the default");
  command.add_option("--max-time", options.max_seconds, "stop after so many seconds")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--max-memory", options.max_memory_mib, "stop at so many MiB")
      ->check(CLI::NonNegativeNumber);
  command
      .add_option("--max-threads", options.max_threads,
                  "more threads at the same time are an error")
      ->check(CLI::Range(1u, kMaxThreads));
  command.add_flag("--spurious-wakeups", options.spurious_wakeups,
                   "condition variables may wake up for no reason");
  command
      .add_option_function<unsigned>(
          "-j,--jobs", [&options, &how](unsigned jobs) { options.jobs = how.workers = jobs; },
          "how many workers there are; all cores: -j 0 (default: all cores for pairs, one worker "
          "for the search of everything)")
      ->check(CLI::Range(0, 256));
  command
      .add_option("--args", options.arguments,
                  "an argument for the program's main; may be given several times")
      ->allow_extra_args(false);
  command.add_option("--save-trace", options.trace_file,
                     "save the first error's schedule for heddle replay");
}

}  // namespace

std::shared_ptr<DiffOptions> add_diff_options(CLI::App& command, CommandLine& command_line) {
  const auto how = std::make_shared<DiffOptions>();
  add_input_options(command, command_line.options);
  command
      .add_option("--base", how->base,
                  "the git revision to compare with; else the version that was verified last")
      // Not "none": whoever writes it means a variable that turns out to be empty.
      ->check([](const std::string& name) {
        return name.empty() ? "the revision is empty; is a variable unset?" : std::string();
      });
  command
      .add_option_function<std::string>(
          "--mode",
          [how](const std::string& name) {
            how->mode = name == "bugs"     ? DiffMode::Bugs
                        : name == "safety" ? DiffMode::Safety
                                           : DiffMode::Proof;
          },
          "bugs (stop at the first error), safety (explore every pair to its end) or proof "
          "(everything, "
          "built on the last verified version); else bugs, and proof if there is such a version")
      ->check(CLI::IsMember({"bugs", "safety", "proof"}));
  command.add_flag("--together", how->together,
                   "explore all changes at once as well, not only one by one");
  command
      .add_option("--time-per-pair", how->seconds_per_pair,
                  "seconds for each pair of threads (60, or 600 with --mode safety)")
      ->check(CLI::NonNegativeNumber);
  add_program_options(command, command_line.options, *how);
  add_store_options(command, command_line.options);
  add_presentation_options(command, command_line.presentation);
  return how;
}

void add_diff_command(CLI::App& app, CommandLine& command_line) {
  CLI::App& command = *app.add_subcommand(
      "diff", "find what an edit changed between threads, and explore the interleavings of that");
  command.footer(
      "What follows -- goes to the compiler: heddle diff --base main a.c b.c -- -Iinclude");
  const std::shared_ptr<DiffOptions> how = add_diff_options(command, command_line);
  command.callback([&command_line, how] {
    command_line.run = [&command_line, how] { return run_diff(command_line, *how); };
  });
}

}  // namespace heddle
