// Tests of the progress line: what it says, when it comes, and that it goes away.
// SPDX-License-Identifier: Apache-2.0
#include "report/progress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace heddle {
namespace {

ProgressFigures at_second(double seconds, uint64_t states = 1000) {
  ProgressFigures figures;
  figures.states = states;
  figures.transitions = 2345678;
  figures.depth = 1234;
  figures.bytes = 129394278;
  figures.seconds = seconds;
  return figures;
}

std::ptrdiff_t line_count(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

TEST(Progress, TextNamesAllFigures) {
  EXPECT_EQ(progress_text(at_second(12.34, 1234567), 960000.4),
            "1,234,567 states (960,000/s), 2,345,678 transitions, depth 1,234, 123.4 MiB, 12.3 s");
}

TEST(Progress, AnEstimateIsShownIfThereIsOne) {
  ProgressFigures figures = at_second(1);
  figures.explored = 0.417;
  EXPECT_NE(progress_text(figures, 10).find("(10/s), about 42 %,"), std::string::npos);
}

TEST(Progress, QuietIsSilent) {
  std::ostringstream out;
  {
    Progress progress(out, ProgressMode::Quiet);
    for (int second = 0; second < 1000; ++second) progress.update(at_second(second));
  }
  EXPECT_EQ(out.str(), "");
}

TEST(Progress, LinesComeAtGrowingIntervals) {
  std::ostringstream out;
  Progress progress(out, ProgressMode::Lines);
  std::vector<int> printed;
  for (int second = 0; second <= 210; ++second) {
    const auto before = line_count(out.str());
    progress.update(at_second(second));
    if (line_count(out.str()) > before) printed.push_back(second);
  }
  EXPECT_EQ(printed, (std::vector<int>{5, 10, 20, 40, 80, 140, 200}));
  EXPECT_EQ(out.str().find('\x1b'), std::string::npos);
  EXPECT_EQ(out.str().find('\r'), std::string::npos);
}

TEST(Progress, AShortCheckDrawsNothing) {
  std::ostringstream out;
  {
    Progress progress(out, ProgressMode::Terminal);
    progress.update(at_second(0.01));
    progress.update(at_second(0.2));
  }
  EXPECT_EQ(out.str(), "");
}

TEST(Progress, ATerminalLineIsRedrawnAtALimitedRate) {
  std::ostringstream out;
  Progress progress(out, ProgressMode::Terminal);
  for (int i = 0; i < 10000; ++i) progress.update(at_second(1 + i * 0.0001));
  const std::string text = out.str();
  const auto draws = std::count(text.begin(), text.end(), '\r');
  EXPECT_GE(draws, 9);
  EXPECT_LE(draws, 11);
  EXPECT_EQ(line_count(text), 0);
}

TEST(Progress, TheLineIsClearedOnceAndFitsTheTerminal) {
  std::ostringstream out;
  {
    Progress progress(out, ProgressMode::Terminal, 20);
    progress.update(at_second(0));
    progress.update(at_second(1));
    EXPECT_EQ(out.str(), "\r\x1b[K1,000 states (1,00…");
    progress.clear();
    progress.clear();
  }
  EXPECT_EQ(out.str(), "\r\x1b[K1,000 states (1,00…\r\x1b[K");
}

TEST(Progress, TheRateIsTheRecentOne) {
  std::ostringstream out;
  Progress progress(out, ProgressMode::Lines);
  progress.update(at_second(5, 5000));
  progress.update(at_second(10, 6000));
  EXPECT_NE(out.str().find("5,000 states (1,000/s)"), std::string::npos) << out.str();
  EXPECT_NE(out.str().find("6,000 states (200/s)"), std::string::npos) << out.str();
}

}  // namespace
}  // namespace heddle
