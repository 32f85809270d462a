// SPDX-License-Identifier: Apache-2.0
#include "pipeline/present.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "report/analysis_json.h"
#include "report/analysis_text.h"
#include "report/diff_json.h"
#include "report/diff_text.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/progress.h"
#include "report/style.h"
#include "report/test_text.h"
#include "report/text.h"
#include "support/invariant.h"

namespace heddle {

namespace {

Style style_for(const Presentation& presentation) {
  const ColorMode mode = presentation.color == "always"  ? ColorMode::Always
                         : presentation.color == "never" ? ColorMode::Never
                                                         : ColorMode::Auto;
  return Style::for_descriptor(mode, STDOUT_FILENO);
}

TextOptions text_options(const Presentation& presentation) {
  TextOptions options;
  options.full_trace = presentation.full_trace;
  options.show_local = presentation.show_local;
  options.show_library = presentation.show_library;
  return options;
}

void write_file(const std::string& text, const std::string& file) {
  if (file == "-") {
    std::cout << text << std::flush;
    return;
  }
  std::ofstream stream(file);
  stream << text;
  stream.flush();
  if (!stream) throw UsageError("cannot write " + file);
}

}  // namespace

void present(const CheckResult& result, const Presentation& presentation) {
  if (!presentation.json_file.empty()) write_file(write_json(result), presentation.json_file);
  if (presentation.quiet || presentation.json_file == "-") return;
  std::cout << write_text(result, style_for(presentation), text_options(presentation))
            << std::flush;
}

void present(const AnalysisReport& report, const Presentation& presentation) {
  if (!presentation.json_file.empty()) write_file(write_json(report), presentation.json_file);
  if (presentation.json_file == "-") return;
  std::cout << write_analysis(report, style_for(presentation)) << std::flush;
}

void present_changes(const DiffReport& report, const Presentation& presentation) {
  if (presentation.quiet || presentation.json_file == "-") return;
  std::cout << write_changes(report, style_for(presentation), text_options(presentation))
            << std::flush;
}

void present(const DiffReport& report, const Presentation& presentation, DiffPart part) {
  if (!presentation.json_file.empty()) write_file(write_json(report), presentation.json_file);
  if (presentation.quiet || presentation.json_file == "-") return;
  const auto write = part == DiffPart::Outcome ? write_outcome : write_diff;
  std::cout << write(report, style_for(presentation), text_options(presentation)) << std::flush;
}

void present_trace(const CheckResult& result, const Presentation& presentation) {
  if (!presentation.json_file.empty()) write_file(write_json(result), presentation.json_file);
  if (presentation.quiet || presentation.json_file == "-") return;
  for (const ErrorReport& error : result.errors)
    std::cout << write_error(error, style_for(presentation), text_options(presentation))
              << std::flush;
}

void present_test(const TestResult& result, const Presentation& presentation) {
  if (presentation.quiet || presentation.json_file == "-") return;
  std::cout << write_test_line(result, style_for(presentation)) << std::flush;
}

void present_tests(const TestReport& report, const Presentation& presentation) {
  if (!presentation.json_file.empty()) write_file(write_json(report), presentation.json_file);
  if (!presentation.junit_file.empty()) write_file(write_junit(report), presentation.junit_file);
  if (presentation.quiet || presentation.json_file == "-") return;
  const Style style = style_for(presentation);
  std::cout << write_test_details(report, style, text_options(presentation))
            << write_test_totals(report, style) << std::flush;
}

ProgressDisplay::ProgressDisplay(const Presentation& presentation)
    : progress_(std::make_unique<Progress>(std::cerr,
                                           progress_mode_for(STDERR_FILENO, presentation.quiet),
                                           terminal_columns(STDERR_FILENO))) {}

ProgressDisplay::~ProgressDisplay() = default;

void ProgressDisplay::update(const Statistics& figures) {
  progress_->update(
      {.states = figures.states,
       .transitions = figures.transitions,
       .depth = figures.max_depth,
       .bytes = figures.peak_bytes,
       .seconds = figures.search_seconds,
       .explored = figures.explored > 0 ? std::optional(figures.explored) : std::nullopt});
}

void ProgressDisplay::clear() { progress_->clear(); }

void require_writable(const std::string& file) {
  if (file.empty() || file == "-") return;
  const bool existed = std::filesystem::exists(file);
  if (!std::ofstream(file, std::ios::app)) throw UsageError("cannot write " + file);
  if (!existed) std::filesystem::remove(file);
}

}  // namespace heddle
