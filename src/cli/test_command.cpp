// heddle test: checks each HEDDLE_TEST, or each TEST of GoogleTest, and sums up.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/commands.h"
#include "pipeline/test.h"

namespace heddle {

namespace {

struct TestArguments {
  std::vector<std::string> filters;
  bool list = false;
};

// `heddle test --gtest Suite.Name driver.cpp`: what is no file is a pattern of names. In a project it would be a
// pattern of files.
void move_patterns_to_filters(Options& options, std::vector<std::string>& filters) {
  const auto is_file = [](const std::string& input) {
    const std::string extension = std::filesystem::path(input).extension();
    return std::filesystem::exists(input) || extension == ".bc" || extension == ".ll" ||
           extension.starts_with(".c");
  };
  std::vector<std::string>& inputs = options.inputs;
  const auto pattern = std::stable_partition(inputs.begin(), inputs.end(), is_file);
  filters.insert(filters.end(), pattern, inputs.end());
  inputs.erase(pattern, inputs.end());
  if (inputs.empty()) throw UsageError("which files hold the tests?");
}

int run_test(CommandLine& command_line, TestArguments arguments) {
  Options& options = command_line.options;
  const Presentation& presentation = command_line.presentation;
  if (options.gtest && options.compile_commands.empty())
    move_patterns_to_filters(options, arguments.filters);
  require_inputs(options);
  TestRun run{.filters = std::move(arguments.filters)};
  if (arguments.list) {
    for (const TestName& test : list_tests(options, run)) std::cout << test.name << '\n';
    return kExitVerified;
  }
  for (const std::string& file :
       {presentation.json_file, presentation.junit_file, options.trace_file})
    require_writable(file);
  end_search_on_interrupt();
  std::unique_ptr<ProgressDisplay> progress;
  options.on_progress = [&](const Statistics& figures) {
    progress->update(figures);
    return !is_interrupted();
  };
  run.on_start = [&](const TestName&) {
    progress = std::make_unique<ProgressDisplay>(presentation);
  };
  run.on_result = [&](const TestResult& result) {
    progress->clear();
    present_test(result, presentation);
  };
  run.may_go_on = [] { return !is_interrupted(); };
  const TestReport report = run_tests(options, run);
  present_tests(report, presentation);
  return exit_code(report);
}

}  // namespace

void add_test_command(CLI::App& app, CommandLine& command_line) {
  CLI::App& command = *app.add_subcommand("test", "check each HEDDLE_TEST of the files on its own");
  command.footer("What follows -- goes to the compiler: heddle test tests.cpp -- -std=c++20");
  const auto arguments = std::make_shared<TestArguments>();
  Options& options = command_line.options;
  add_input_options(command, options);
  command
      .add_option("--filter", arguments->filters,
                  "check only tests whose name matches this pattern; may be given several times")
      ->allow_extra_args(false);
  command.add_flag("--gtest", options.gtest,
                   "the tests are GoogleTest's; names or patterns of tests may follow");
  command.add_flag("--list", arguments->list, "print the names of the tests and check nothing");
  command.add_option("--junit", command_line.presentation.junit_file,
                     "write the results as JUnit's XML to this file");
  add_search_options(command, options);
  add_presentation_options(command, command_line.presentation);
  command.callback([&command_line, arguments] {
    command_line.run = [&command_line, arguments] { return run_test(command_line, *arguments); };
  });
}

}  // namespace heddle
