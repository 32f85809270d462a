// Tests of when and how text is coloured.
// SPDX-License-Identifier: Apache-2.0
#include "report/style.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Style, AutoColoursATerminalOnly) {
  EXPECT_TRUE(wants_colors(ColorMode::Auto, true, nullptr, "xterm"));
  EXPECT_FALSE(wants_colors(ColorMode::Auto, false, nullptr, "xterm"));
  EXPECT_FALSE(wants_colors(ColorMode::Auto, true, nullptr, "dumb"));
}

TEST(Style, NoColorTurnsAutoOffUnlessItIsEmpty) {
  EXPECT_FALSE(wants_colors(ColorMode::Auto, true, "1", "xterm"));
  EXPECT_TRUE(wants_colors(ColorMode::Auto, true, "", "xterm"));
}

TEST(Style, AnExplicitModeWins) {
  EXPECT_TRUE(wants_colors(ColorMode::Always, false, "1", "dumb"));
  EXPECT_FALSE(wants_colors(ColorMode::Never, true, nullptr, "xterm"));
}

TEST(Style, PlainLeavesTextAlone) {
  EXPECT_EQ(Style::plain().paint(Ink::Error, "text"), "text");
  EXPECT_EQ(Style::plain().paint_thread(3, "text"), "text");
}

TEST(Style, ColoursEndWithTheText) {
  const std::string painted = Style::colored().paint(Ink::Error, "text");
  EXPECT_TRUE(painted.starts_with("\x1b["));
  EXPECT_TRUE(painted.ends_with("text\x1b[0m"));
  EXPECT_EQ(Style::colored().paint(Ink::Plain, "text"), "text");
}

TEST(Style, NeighbouringThreadsLookDifferent) {
  const Style style = Style::colored();
  EXPECT_NE(style.paint_thread(0, "t"), style.paint_thread(1, "t"));
  EXPECT_EQ(style.paint_thread(63, "t"), style.paint_thread(63, "t"));
}

}  // namespace
}  // namespace heddle
