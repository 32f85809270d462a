// Tests of what `heddle test` prints.
// SPDX-License-Identifier: Apache-2.0
#include "report/test_text.h"

#include <gtest/gtest.h>

#include "report/json.h"
#include "report/samples.h"

namespace heddle {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TestReport mixed_report() {
  return {.results = {{.test = {"good", "a.c", 1}, .result = samples::verified()},
                      {.test = {"bad", "a.c", 5}, .result = samples::lost_update()},
                      {.test = {"long", "a.c", 9}, .result = samples::incomplete()},
                      {.test = {"odd", "b.c", 2}, .refusal = "no model of:\n  fork"}},
          .disabled = 2,
          .seconds = 1.5};
}

TEST(TestText, ALineHasOutcomeNameAndFigures) {
  const std::string line =
      write_test_line({.test = {"good", "a.c", 1}, .result = samples::verified()}, Style::plain());
  EXPECT_TRUE(line.starts_with("  verified    good ")) << line;
  EXPECT_TRUE(contains(line, "1,234 states   0.43 s\n")) << line;
}

TEST(TestText, ALongNameKeepsItsFigures) {
  const std::string name(100, 'x');
  const std::string line =
      write_test_line({.test = {name, "a.c", 1}, .result = samples::verified()}, Style::plain());
  EXPECT_TRUE(contains(line, name + " ")) << line;
}

TEST(TestText, DetailsTellWhatWasNotVerified) {
  const std::string text = write_test_details(mixed_report(), Style::plain(), {});
  EXPECT_FALSE(contains(text, "── good"));
  EXPECT_TRUE(contains(text, "── bad (a.c:5) ─")) << text;
  EXPECT_TRUE(contains(text, "error[assertion]")) << text;
  EXPECT_TRUE(contains(text, "incomplete: " + samples::incomplete().reason)) << text;
  EXPECT_TRUE(contains(text, "refused:\n  no model of:\n    fork\n")) << text;
}

TEST(TestText, NothingIsSaidWhenAllAreVerified) {
  EXPECT_EQ(write_test_details({.results = {{.result = samples::verified()}}}, Style::plain(), {}),
            "");
}

TEST(TestText, TotalsCountEachOutcome) {
  const std::string text = write_test_totals(mixed_report(), Style::plain());
  EXPECT_TRUE(contains(text,
                       "4 tests: 1 verified, 1 with an error, 1 incomplete, 1 refused, 2 disabled "
                       "(1.50 s)\n"))
      << text;
}

TEST(TestText, OnlyCommonAssumptionsAreTold) {
  TestReport report = mixed_report();
  report.results[0].result.assumptions = {"everywhere", "only here"};
  report.results[1].result.assumptions = {"elsewhere", "everywhere"};
  report.results[2].result.assumptions = {"everywhere"};
  const std::string text = write_test_totals(report, Style::plain());
  EXPECT_TRUE(contains(text, "assumes: everywhere.")) << text;
  EXPECT_FALSE(contains(text, "only here")) << text;
}

TEST(TestText, JsonHasEachTest) {
  const nlohmann::ordered_json json = to_json(mixed_report());
  ASSERT_EQ(json["tests"].size(), 4u);
  EXPECT_EQ(json["tests"][0]["name"], "good");
  EXPECT_EQ(json["tests"][0]["outcome"], "verified");
  EXPECT_EQ(json["tests"][1]["result"]["errors"][0]["kind"], "assertion");
  EXPECT_EQ(json["tests"][3]["outcome"], "refused");
  EXPECT_TRUE(json["tests"][3]["result"].is_null());
  EXPECT_EQ(json["tests"][3]["refusal"], "no model of:\n  fork");
  EXPECT_EQ(json["totals"]["disabled"], 2);
  EXPECT_EQ(json["totals"]["error"], 1);
}

}  // namespace
}  // namespace heddle
