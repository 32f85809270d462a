// heddle analyze: what the static analyses say about a program, without a search.
// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"
#include "pipeline/analyze.h"
#include "pipeline/exit_code.h"

namespace heddle {

namespace {

int run_analyze(const CommandLine& command_line, const AnalyzeQuestion& question) {
  require_inputs(command_line.options);
  require_writable(command_line.presentation.json_file);
  present(analyze(command_line.options, question), command_line.presentation);
  return kExitVerified;
}

}  // namespace

void add_analyze_command(CLI::App& app, CommandLine& command_line) {
  CLI::App& command = *app.add_subcommand(
      "analyze", "show a program's threads, what they share and under which locks; run nothing");
  command.footer("What follows -- goes to the compiler: heddle analyze a.c b.c -- -Iinclude -DN=3");
  const auto question = std::make_shared<AnalyzeQuestion>();
  add_input_options(command, command_line.options);
  command.add_option("--at", question->at,
                     "a place such as queue.cpp:12: what each thread may still access from there");
  command.add_flag("--all", question->all, "show memory inside libraries, too");
  command
      .add_option_function<std::string>(
          "--pointers",
          [&command_line](const std::string& name) {
            command_line.options.analysis.pointers =
                name == "ci" ? PointerVariant::Insensitive : PointerVariant::Sensitive;
          },
          "the pointer analysis: ci (without contexts, the default) or cs (with call sites)")
      ->check(CLI::IsMember({"ci", "cs"}));
  command.add_option("--json", command_line.presentation.json_file,
                     "write the result as JSON to this file (- is standard output)");
  command.add_option("--color", command_line.presentation.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  command.callback([&command_line, question] {
    command_line.run = [&command_line, question] { return run_analyze(command_line, *question); };
  });
}

}  // namespace heddle
