// Shows a result to whoever asked: text on the terminal, JSON in a file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "result/analysis_report.h"
#include "result/diff_report.h"
#include "result/statistics.h"
#include "result/test_result.h"
#include "result/verdict.h"

namespace heddle {

struct Presentation {
  bool quiet = false;
  std::string color = "auto";
  bool full_trace = false;
  bool show_local = false;
  bool show_library = false;
  std::string json_file;  // "-" is standard output, which then has nothing else
  std::string junit_file;
};

void present(const CheckResult& result, const Presentation& presentation);
void present(const AnalysisReport& report, const Presentation& presentation);
// As soon as it is known; the rest is left for present() then.
void present_changes(const DiffReport& report, const Presentation& presentation);
enum class DiffPart : uint8_t { All, Outcome };
void present(const DiffReport& report, const Presentation& presentation,
             DiffPart part = DiffPart::All);
void present_trace(const CheckResult& result, const Presentation& presentation);

// One line as soon as a test is done, the rest at the end.
void present_test(const TestResult& result, const Presentation& presentation);
void present_tests(const TestReport& report, const Presentation& presentation);

// Shows on standard error how a long search is going.
class ProgressDisplay {
 public:
  explicit ProgressDisplay(const Presentation& presentation);
  ~ProgressDisplay();
  void update(const Statistics& figures);
  void clear();

 private:
  std::unique_ptr<class Progress> progress_;
};

// Throws UsageError if the file cannot be written; better to know before a long search.
void require_writable(const std::string& file);

}  // namespace heddle
