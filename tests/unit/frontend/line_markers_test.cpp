// Tests of the files that line markers name.
// SPDX-License-Identifier: Apache-2.0
#include "frontend/line_markers.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(LineMarkers, EachFileOnceAndWhoseItIs) {
  const std::vector<MarkedFile> files = files_in_markers(
      "# 1 \"a.c\"\n# 1 \"<built-in>\" 1\n# 1 \"/usr/include/stdio.h\" 1 3 4\nint x;\n# 2 \"a.c\" "
      "2\n"
      "# 1 \"./with \\\"quote\\\".h\" 1\n#pragma once\n# 7 \"a.c\" 2");
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0].path, "a.c");
  EXPECT_FALSE(files[0].is_system);
  EXPECT_EQ(files[1].path, "/usr/include/stdio.h");
  EXPECT_TRUE(files[1].is_system);
  EXPECT_EQ(files[2].path, "./with \"quote\".h");
}

TEST(LineMarkers, WhatARuleNames) {
  EXPECT_EQ(files_in_rule("/tmp/a.o: a.c ./b.h \\\n  with\\ blank.h \\\n  d$$.h n\\#.h\n\nb.h:\n"),
            (std::vector<std::string>{"a.c", "./b.h", "with blank.h", "d$.h", "n#.h"}));
  EXPECT_TRUE(files_in_rule("").empty());
}

}  // namespace
}  // namespace heddle
