// SPDX-License-Identifier: Apache-2.0
#include "report/test_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/format.h"
#include "report/layout.h"
#include "report/text.h"

namespace heddle {
namespace {

constexpr size_t kOutcomeWidth = 10;
constexpr size_t kNameWidth = 44;
constexpr size_t kStatesWidth = 18;
constexpr size_t kParagraphWidth = 100;

Ink ink_of(TestOutcome outcome) {
  switch (outcome) {
    case TestOutcome::Verified: return Ink::Success;
    case TestOutcome::Error: return Ink::Error;
    case TestOutcome::Incomplete:
    case TestOutcome::Refused: return Ink::Caution;
  }
  return Ink::Plain;
}

std::string figures(const TestResult& result) {
  const Statistics& statistics = result.result.statistics;
  return fmt::format("{:>{}}   {}", format_plural(statistics.states, "state"), kStatesWidth,
                     format_seconds(statistics.seconds));
}

std::string heading(const TestResult& result, const Style& style) {
  const std::string place = result.test.line == 0
                                ? result.test.file
                                : fmt::format("{}:{}", result.test.file, result.test.line);
  return style.paint(Ink::Strong,
                     rule(printable(fmt::format("{} ({})", result.test.name, place)))) +
         "\n";
}

// Several lines stay several lines: a refusal is a list.
std::string indented(const std::string& text) {
  std::string result;
  for (const std::string& line : split_lines(text))
    result += fmt::format("  {}\n", printable(line));
  return result;
}

std::string write_details(const TestResult& result, const Style& style,
                          const TextOptions& options) {
  std::string text;
  switch (result.outcome()) {
    case TestOutcome::Verified: return "";
    case TestOutcome::Error:
      for (const ErrorReport& error : result.result.errors)
        text += (text.empty() ? "" : "\n") + write_error(error, style, options);
      break;
    case TestOutcome::Incomplete:
      text = fmt::format("{}: {}\n", style.paint(Ink::Caution, "incomplete"),
                         printable(result.result.reason));
      break;
    case TestOutcome::Refused:
      text = fmt::format("{}:\n{}", style.paint(Ink::Caution, "refused"), indented(result.refusal));
      break;
  }
  return "\n" + heading(result, style) + text;
}

std::string count_in_words(const TestReport& report, TestOutcome outcome, const char* word,
                           const Style& style) {
  const uint64_t count = report.count(outcome);
  if (count == 0) return "";
  return ", " + style.paint(ink_of(outcome), fmt::format("{} {}", format_count(count), word));
}

// What the verdicts of all tests rest on; what only some rest on would be a long list.
std::string write_common_assumptions(const TestReport& report) {
  std::string common;
  const TestResult* first = nullptr;
  for (const TestResult& result : report.results)
    if (!first && !result.result.assumptions.empty()) first = &result;
  if (!first) return "";
  for (const std::string& assumption : first->result.assumptions) {
    const bool everywhere =
        std::all_of(report.results.begin(), report.results.end(), [&](const TestResult& result) {
          const std::vector<std::string>& all = result.result.assumptions;
          return all.empty() || std::find(all.begin(), all.end(), assumption) != all.end();
        });
    if (everywhere) common += (common.empty() ? "" : "; ") + printable(assumption);
  }
  std::string text;
  for (const std::string& line : wrapped(
           "Each verdict assumes: " + common + ". What single tests assume besides is in --json.",
           kParagraphWidth))
    text += fmt::format("  {}\n", line);
  return text;
}

}  // namespace

std::string write_test_line(const TestResult& result, const Style& style) {
  const TestOutcome outcome = result.outcome();
  const std::string verdict = style.paint(ink_of(outcome), padded(name_of(outcome), kOutcomeWidth));
  const std::string name = printable(result.test.name);
  if (outcome == TestOutcome::Refused) return fmt::format("  {}  {}\n", verdict, name);
  return fmt::format("  {}  {} {}\n", verdict, padded(name, kNameWidth), figures(result));
}

std::string write_test_details(const TestReport& report, const Style& style,
                               const TextOptions& options) {
  std::string text;
  for (const TestResult& result : report.results) text += write_details(result, style, options);
  return text;
}

std::string write_test_totals(const TestReport& report, const Style& style) {
  std::string text =
      "\n" + style.paint(Ink::Strong, format_plural(report.results.size(), "test") + ":");
  std::string counts = count_in_words(report, TestOutcome::Verified, "verified", style) +
                       count_in_words(report, TestOutcome::Error, "with an error", style) +
                       count_in_words(report, TestOutcome::Incomplete, "incomplete", style) +
                       count_in_words(report, TestOutcome::Refused, "refused", style);
  if (report.disabled > 0) counts += fmt::format(", {} disabled", format_count(report.disabled));
  if (!counts.empty()) text += counts.substr(1);
  return text + fmt::format(" ({})\n", format_seconds(report.seconds)) +
         write_common_assumptions(report);
}

}  // namespace heddle
