// Tests of columns and of making foreign text safe.
// SPDX-License-Identifier: Apache-2.0
#include "report/layout.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Layout, WidthCountsCharactersNotBytes) {
  EXPECT_EQ(display_width("größe"), 5u);
  EXPECT_EQ(padded("│", 3), "│  ");
}

TEST(Layout, PrintableEscapesControlCharacters) {
  EXPECT_EQ(printable("a\tb\n\x1b[31m"), "a b\\n\\x1b[31m");
  EXPECT_EQ(printable("größe"), "größe");
}

TEST(Layout, ClippedKeepsWholeCharacters) {
  EXPECT_EQ(clipped("größe", 5), "größe");
  EXPECT_EQ(clipped("größer", 4), "grö…");
}

TEST(Layout, WrappedBreaksAtSpaces) {
  EXPECT_EQ(wrapped("one two three", 8), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("longword a", 4), (std::vector<std::string>{"longword", "a"}));
  EXPECT_EQ(wrapped("", 4), std::vector<std::string>{""});
}

TEST(Layout, SplitLinesNeedsNoFinalNewline) {
  EXPECT_EQ(split_lines("a\n\nb"), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(split_lines("a\n"), std::vector<std::string>{"a"});
}

TEST(Layout, RuleFillsThePage) {
  EXPECT_EQ(display_width(rule("main starts", 60)), 60u);
  EXPECT_TRUE(rule("main starts", 60).starts_with("── main starts ──"));
}

}  // namespace
}  // namespace heddle
