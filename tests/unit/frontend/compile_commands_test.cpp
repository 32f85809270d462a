// Tests of compilation databases and the patterns that choose from them.
// SPDX-License-Identifier: Apache-2.0
#include "frontend/compile_commands.h"

#include <gtest/gtest.h>

#include "frontend/project.h"
#include "support/invariant.h"

namespace heddle {
namespace {

using Words = std::vector<std::string>;

std::vector<CompileCommand> commands_for(const Words& files) {
  std::vector<CompileCommand> commands;
  for (const std::string& file : files) commands.push_back({.file = file, .arguments = {"cc"}});
  return commands;
}

Words chosen(const Words& files, const Words& patterns) {
  Words names;
  for (const CompileCommand& command : select_files(commands_for(files), patterns, "/p"))
    names.push_back(command.file);
  return names;
}

TEST(CompileCommands, BothForms) {
  const auto commands = parse_compile_commands(
      R"([{"directory": "/b", "file": "/s/a.c", "command": "cc -DX=\"1 2\" -o a.o -c /s/a.c"},
          {"directory": "sub", "file": "../b.c", "arguments": ["cc", "-c", "../b.c"], "output": "o/b.o"}])",
      "/b/compile_commands.json");
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_EQ(commands[0].file, "/s/a.c");
  EXPECT_EQ(commands[0].arguments, (Words{"cc", "-DX=1 2", "-o", "a.o", "-c", "/s/a.c"}));
  EXPECT_EQ(commands[0].output, "/b/a.o");
  EXPECT_EQ(commands[1].directory, "/b/sub");
  EXPECT_EQ(commands[1].file, "/b/b.c");
  EXPECT_EQ(commands[1].output, "/b/sub/o/b.o");
}

TEST(CompileCommands, WhatIsNoDatabaseIsRefused) {
  for (const char* text : {"", "[]", "{", "[{}]", "[{\"directory\": \"/b\", \"file\": \"a.c\"}]",
                           "[3]", "[{\"directory\": 1, \"file\": \"a.c\", \"command\": \"cc\"}]"})
    EXPECT_THROW(parse_compile_commands(text, "/b/db.json"), InputError) << text;
}

TEST(SelectFiles, APatternIsSeenFromHereFirst) {
  const Words files{"/p/src/a.c", "/p/lib/src/a.c", "/q/b.c"};
  EXPECT_EQ(chosen(files, {"src/a.c"}), Words{"/p/src/a.c"});
  EXPECT_EQ(chosen(files, {"./src/*.c"}), Words{"/p/src/a.c"});
  EXPECT_EQ(chosen(files, {"/q/*"}), Words{"/q/b.c"});
}

TEST(SelectFiles, OtherwiseByTheEndOfThePath) {
  const Words files{"/p/src/a.c", "/p/lib/src/a.c", "/q/b.c"};
  EXPECT_EQ(chosen(files, {"a.c"}), (Words{"/p/src/a.c", "/p/lib/src/a.c"}));
  EXPECT_EQ(chosen(files, {"lib/*/?.c"}), Words{"/p/lib/src/a.c"});
  EXPECT_EQ(chosen(files, {"*.c"}), files);
}

TEST(SelectFiles, StarsStayInOneFolderTwoCrossThem) {
  const Words files{"/p/a.c", "/p/x/y/a.c"};
  EXPECT_EQ(chosen(files, {"/p/*.c"}), Words{"/p/a.c"});
  EXPECT_EQ(chosen(files, {"/p/**.c"}), files);
}

TEST(SelectFiles, APatternWithoutAFileIsRefused) {
  EXPECT_THROW(chosen({"/p/a.c"}, {"a.c", "b.c"}), InputError);
  EXPECT_THROW(chosen({"/p/x/a.c"}, {"./a.c"}), InputError);
}

TEST(UnitOf, TheCompilerMayStandBehindOthers) {
  CompileCommand command{.file = "/s/a.c", .directory = "/b"};
  for (const Words& start :
       {Words{"g++"}, Words{"ccache", "/usr/bin/g++"}, Words{"heddle", "c++"}}) {
    command.arguments = start;
    command.arguments.insert(command.arguments.end(), {"-DX", "-O2", "-c", "/s/a.c"});
    const Unit unit = unit_of(command, {"-DY"});
    EXPECT_TRUE(unit.with_cxx_driver);
    EXPECT_EQ(unit.flags, (Words{"-DX", "-DY"}));
    EXPECT_EQ(unit.directory, "/b");
  }
}

TEST(UnitOf, AStandardOfTheUserIsForTheFilesOfItsLanguage) {
  const Words more{"-std=c17", "-std=c++20"};
  CompileCommand command{.file = "/s/a.c", .directory = "/b", .arguments = {"cc", "-c", "a.c"}};
  EXPECT_EQ(unit_of(command, more).flags, Words{"-std=c17"});
  command.arguments[0] = "c++";
  EXPECT_EQ(unit_of(command, more).flags, Words{"-std=c++20"});
}

TEST(UnitOf, OtherLanguagesAreRefused) {
  EXPECT_THROW(unit_of({.file = "/s/a.S", .directory = "/b", .arguments = {"cc", "-c", "a.S"}}, {}),
               Unsupported);
}

}  // namespace
}  // namespace heddle
