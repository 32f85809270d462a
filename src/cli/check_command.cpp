// heddle check: the table of its options, and the run.
// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "cli/commands.h"
#include "pipeline/exit_code.h"
#include "pipeline/load.h"
#include "pipeline/prove.h"

namespace heddle {

namespace {

int run_check(CommandLine& command_line) {
  Options& options = command_line.options;
  require_inputs(options);
  if (options.print_program) {
    std::cout << print(load(options));
    return kExitVerified;
  }
  for (const std::string& file :
       {command_line.presentation.json_file, options.trace_file, options.final_states_file,
        options.output_file, options.checkpoint_file})
    require_writable(file);
  end_search_on_interrupt();
  ProgressDisplay progress(command_line.presentation);
  options.on_progress = [&](const Statistics& figures) {
    progress.update(figures);
    return !is_interrupted();
  };
  const CheckResult result = options.incremental ? prove(options) : check_and_keep(options);
  progress.clear();
  present(result, command_line.presentation);
  return exit_code(result.verdict);
}

void add_cache_options(CLI::App& command, Options& options) {
  CLI::Option* folder =
      command.add_option("--cache", options.cache_folder, "keep compiled bitcode in this folder");
  command
      .add_flag_callback(
          "--no-cache", [&] { options.cache_folder.clear(); },
          "compile everything anew and keep nothing")
      ->excludes(folder);
}

}  // namespace

void add_store_options(CLI::App& command, Options& options) {
  CLI::Option* folder =
      command
          .add_option("--store", options.store_folder,
                      "keep verified runs in this folder, for later versions")
          ->check([](const std::string& name) {
            return name.empty()
                       ? "the name is empty; is a variable unset? (--no-store turns it off)"
                       : std::string();
          });
  command
      .add_flag_callback(
          "--no-store", [&] { options.store_folder.clear(); },
          "keep nothing of this run, and build on nothing")
      ->excludes(folder);
  command
      .add_option("--store-size", options.store_mib,
                  "so many MiB of verified runs are kept; those used longest ago make room")
      ->check(CLI::Range(1, 1 << 20));
}

void add_presentation_options(CLI::App& command, Presentation& presentation) {
  command.add_option("--json", presentation.json_file,
                     "write the result as JSON to this file (- is standard output)");
  command.add_option("--color", presentation.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  command.add_flag("--quiet", presentation.quiet, "print nothing; the exit code tells");
  command.add_flag("--full-trace", presentation.full_trace, "do not fold long traces");
  command.add_flag("--show-local", presentation.show_local,
                   "show accesses that no other thread can notice, too");
  command.add_flag("--show-library", presentation.show_library,
                   "show library functions and accesses inside the C++ library, too");
}

void add_input_options(CLI::App& command, Options& options) {
  command.add_option(
      "inputs", options.inputs,
      "C and C++ source files, bitcode (.bc), LLVM assembly (.ll), or what heddle cc made: an "
      "executable, objects, static libraries");
  command
      .add_option("--compile-commands", options.compile_commands,
                  "check a project by its compile_commands.json; the inputs choose files of it")
      ->check(CLI::ExistingFile);
  command.add_option("--target", options.target,
                     "the executable of that project, with the static libraries it links");
  add_cache_options(command, options);
}

void require_inputs(const Options& options) {
  require_consistent_search(options);
  if (!options.compile_commands.empty()) return;
  if (options.inputs.empty()) throw UsageError("no file to check; see heddle --help");
  if (!options.target.empty()) throw UsageError("--target needs --compile-commands");
}

void add_search_options(CLI::App& command, Options& options) {
  options.errors = default_errors();
  command.add_option_function<std::string>(
      "--errors", [&](const std::string& list) { options.errors = parse_errors(list); },
      "kinds of errors to look for: a list, all, default; +kind and -kind change the default");
  command.add_option("--max-states", options.max_states, "stop after so many states")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--max-depth", options.max_depth, "cut executions after so many transitions")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--max-time", options.max_seconds, "stop after so many seconds")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--max-memory", options.max_memory_mib, "use so many MiB at most")
      ->check(CLI::NonNegativeNumber);
  command
      .add_option_function<std::string>(
          "--on-memory-limit",
          [&](const std::string& name) {
            options.when_full = name == "continue" ? WhenFull::KeepBits : WhenFull::Stop;
          },
          "what to do then: stop (the default), or continue with a few bits per state, which finds "
          "errors but verifies nothing")
      ->check(CLI::IsMember({"stop", "continue"}));
  command
      .add_option("--max-threads", options.max_threads,
                  "more threads at the same time are an error")
      ->check(CLI::Range(1u, kMaxThreads));
  command.add_flag("--keep-going", options.keep_going,
                   "find all distinct errors, not only the first");
  command
      .add_option_function<std::string>(
          "--reduction",
          [&](const std::string& name) { options.reduction = *reduction_named(name); },
          "where scheduling choices are made: none (everywhere), heap (shared memory; the default) "
          "or hybrid (shared memory that another thread may still access)")
      ->check(CLI::IsMember({"none", "heap", "hybrid"}));
  command
      .add_option_function<std::string>(
          "--field-access",
          [&](const std::string& name) {
            options.analysis.field_access = *field_access_named(name);
          },
          "for --reduction hybrid, what is known of calls: off, insensitive, callee or sensitive "
          "(the "
          "default)")
      ->check(CLI::IsMember({"off", "insensitive", "callee", "sensitive"}));
  command
      .add_option_function<std::string>(
          "--pointers",
          [&](const std::string& name) { options.analysis.pointers = *pointers_named(name); },
          "for --reduction hybrid, the pointer analysis: none, ci (without contexts, the default), "
          "cs (with call sites), ci-demand or cs-demand (only what is asked for)")
      ->check(CLI::IsMember({"none", "ci", "cs", "ci-demand", "cs-demand"}));
  command
      .add_option_function<std::string>(
          "--happens-before",
          [&](const std::string& name) { options.analysis.happens_before = name == "on"; },
          "for --reduction hybrid, whether locks held and joins to come count: on (the default) or "
          "off")
      ->check(CLI::IsMember({"on", "off"}));
  add_strategy_options(command, options);
  command
      .add_option_function<std::string>(
          "--immutable-fields",
          [&](const std::string& name) { options.analysis.immutable_fields = name == "on"; },
          "for --reduction hybrid, whether fields that are only written before others know their "
          "object count as constant: on (the default) or off")
      ->check(CLI::IsMember({"on", "off"}));
  command
      .add_option_function<std::string>(
          "--race-freedom", [&](const std::string& name) { options.race_freedom = name == "on"; },
          "whether accesses that are not atomic need no choices, since the program either has no "
          "data "
          "race or is wrong: on (the default) or off")
      ->check(CLI::IsMember({"on", "off"}));
  command
      .add_option("-j,--jobs", options.jobs,
                  "how many workers explore the state space; all cores: -j 0")
      ->check(CLI::Range(0, 256));
  command.add_flag("--exact", options.exact, "keep whole states instead of 128-bit fingerprints");
  command.add_flag("--spurious-wakeups", options.spurious_wakeups,
                   "condition variables may wake up for no reason");
  command.add_flag("!--no-reuse", options.reuse_addresses,
                   "never give a freed address to a new block");
  command
      .add_option("--args", options.arguments,
                  "an argument for the program's main; may be given several times")
      ->allow_extra_args(false);
  command.add_option("--save-trace", options.trace_file,
                     "save the first error's schedule for heddle replay");
}

void add_check_command(CLI::App& app, CommandLine& command_line) {
  CLI::App& command =
      *app.add_subcommand("check", "explore every interleaving of a program and report errors");
  command.footer("What follows -- goes to the compiler: heddle check a.c b.c -- -Iinclude -DN=3");
  Options& options = command_line.options;
  add_input_options(command, options);
  add_search_options(command, options);
  add_store_options(command, options);
  command.add_flag("--incremental", options.incremental,
                   "build on the last verified run of this command line");
  add_long_run_options(command, options);
  command.add_option("--final-states", options.final_states_file,
                     "write the fingerprints of all final states to this file");
  command.add_option("--output", options.output_file,
                     "write what the program prints in one execution to this file");
  command.add_flag("--print-program", options.print_program,
                   "print the bytecode instead of running it");
  add_presentation_options(command, command_line.presentation);
  command.callback([&] { command_line.run = [&] { return run_check(command_line); }; });
}

}  // namespace heddle
