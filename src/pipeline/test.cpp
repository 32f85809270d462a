// SPDX-License-Identifier: Apache-2.0
#include "pipeline/test.h"

#include <fnmatch.h>

#include <algorithm>
#include <chrono>

#include "pipeline/check.h"
#include "pipeline/load.h"
#include "support/invariant.h"
#include "support/seconds_since.h"

namespace heddle {

namespace {

constexpr const char* kDisabled = "DISABLED_";

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + text;
  return all;
}

std::string what_was_searched(const Options& options) {
  if (!options.target.empty()) return options.target;
  return options.inputs.empty() ? options.compile_commands : joined(options.inputs);
}

std::vector<TestName> chosen_tests(const LoadedSources& sources, const Options& options,
                                   const std::vector<std::string>& filters) {
  std::vector<TestName> tests = sources.tests();
  if (tests.empty())
    throw InputError("there is no " + std::string(options.gtest ? "TEST" : "HEDDLE_TEST") + " in " +
                     what_was_searched(options) +
                     (options.gtest ? "" : "; for the TESTs of GoogleTest add --gtest"));
  std::erase_if(tests, [&](const TestName& test) { return !matches(filters, test.name); });
  if (tests.empty()) throw UsageError("no test matches " + joined(filters));
  return tests;
}

TestResult check_test(LoadedSources& sources, const TestName& test, const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  TestResult result{.test = test};
  try {
    result.result = check(sources.program_of_test(test.name), options);
  } catch (const Unsupported& problem) {
    result.refusal = problem.what();
  }
  result.result.statistics.seconds = seconds_since(start);
  return result;
}

TestResult not_begun(const TestName& test) {
  return {.test = test, .result = {.reason = "interrupted before it began"}};
}

}  // namespace

bool matches(const std::vector<std::string>& filters, const std::string& name) {
  return filters.empty() ||
         std::any_of(filters.begin(), filters.end(), [&](const std::string& filter) {
           return fnmatch(filter.c_str(), name.c_str(), 0) == 0;
         });
}

bool is_disabled(const std::vector<std::string>& filters, const std::string& name) {
  const size_t dot = name.find('.');
  const bool disabled = name.starts_with(kDisabled) ||
                        (dot != std::string::npos && name.substr(dot + 1).starts_with(kDisabled));
  return disabled && std::none_of(filters.begin(), filters.end(), [](const std::string& filter) {
           return filter.find(kDisabled) != std::string::npos;
         });
}

std::vector<TestName> list_tests(const Options& options, const TestRun& run) {
  std::vector<TestName> tests = chosen_tests(LoadedSources(options), options, run.filters);
  std::erase_if(tests, [&](const TestName& test) { return is_disabled(run.filters, test.name); });
  return tests;
}

TestReport run_tests(const Options& options, const TestRun& run) {
  const auto start = std::chrono::steady_clock::now();
  LoadedSources sources(options);
  Options test_options = options;
  TestReport report;
  for (const TestName& test : chosen_tests(sources, options, run.filters)) {
    if (is_disabled(run.filters, test.name)) {
      ++report.disabled;
      continue;
    }
    run.on_start(test);
    test_options.test = test.name;
    report.results.push_back(run.may_go_on() ? check_test(sources, test, test_options)
                                             : not_begun(test));
    const TestResult& result = report.results.back();
    // There is one file for a trace: the first error's.
    if (result.outcome() == TestOutcome::Error) test_options.trace_file.clear();
    run.on_result(result);
  }
  report.seconds = seconds_since(start);
  return report;
}

ExitCode exit_code(const TestReport& report) {
  if (report.count(TestOutcome::Error)) return kExitError;
  if (report.count(TestOutcome::Refused)) return kExitInput;
  if (report.count(TestOutcome::Incomplete)) return kExitIncomplete;
  return kExitVerified;
}

}  // namespace heddle
