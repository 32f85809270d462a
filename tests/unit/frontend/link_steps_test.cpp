// Tests of what CMake writes about linking: link.txt and build.ninja.
// SPDX-License-Identifier: Apache-2.0
#include "frontend/link_steps.h"

#include <gtest/gtest.h>

#include "support/invariant.h"

namespace heddle {
namespace {

using Words = std::vector<std::string>;

Words paths(const std::vector<LinkArgument>& arguments) {
  Words result;
  for (const LinkArgument& argument : arguments) result.push_back(argument.path);
  return result;
}

TEST(LinkText, AnExecutable) {
  const LinkStep step = parse_link_text(
      "/usr/bin/c++ -g CMakeFiles/d.dir/d.cpp.o -o d  lib/libq.a -lpthread\n", "d", "/b");
  EXPECT_EQ(step.output, "/b/d");
  EXPECT_FALSE(step.is_shared_library);
  EXPECT_EQ(paths(parse_link_arguments(step, {})),
            (Words{"/b/CMakeFiles/d.dir/d.cpp.o", "/b/lib/libq.a", "-lpthread"}));
}

TEST(LinkText, AStaticLibrary) {
  const LinkStep step = parse_link_text(
      "/usr/bin/llvm-ar-19 qc libq.a CMakeFiles/q.dir/q.cpp.o "
      "CMakeFiles/q.dir/r.cpp.o\n/usr/bin/ranlib libq.a\n",
      "q", "/b/lib");
  EXPECT_EQ(step.output, "/b/lib/libq.a");
  EXPECT_EQ(paths(parse_link_arguments(step, {})),
            (Words{"/b/lib/CMakeFiles/q.dir/q.cpp.o", "/b/lib/CMakeFiles/q.dir/r.cpp.o"}));
}

TEST(LinkText, ASharedLibraryAndNonsense) {
  EXPECT_TRUE(parse_link_text("c++ -fPIC -shared -o libs.so a.o", "s", "/b").is_shared_library);
  EXPECT_THROW(parse_link_text("true\n", "s", "/b"), InputError);
}

constexpr const char* kNinja = R"(
rule CXX_COMPILER__d
  command = c++ $FLAGS -c $in
build CMakeFiles/d.dir/d.cpp.o: CXX_COMPILER__d /s/d.cpp || cmake_object_order_depends_target_d
  OBJECT_DIR = CMakeFiles/d.dir
build lib/libq.a: CXX_STATIC_LIBRARY_LINKER__q_Debug lib/CMakeFiles/q.dir/q.cpp.o $
    lib/CMakeFiles/q.dir/r$ s.cpp.o
  OBJECT_DIR = lib/CMakeFiles/q.dir
  TARGET_FILE = lib/libq.a

build bin/d: CXX_EXECUTABLE_LINKER__d_Debug CMakeFiles/d.dir/d.cpp.o | lib/libq.a || lib/libq.a
  FLAGS = -g
  LINK_LIBRARIES = -Wl,--whole-archive  lib/libq.a  -Wl,--no-whole-archive  "/a$ b/libz.a"
  OBJECT_DIR = CMakeFiles/d.dir
build d: phony bin/d
)";

TEST(Ninja, LinkStatements) {
  const std::vector<LinkStep> steps = parse_ninja(kNinja, "/b");
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].target, "q");
  EXPECT_EQ(steps[0].output, "/b/lib/libq.a");
  EXPECT_EQ(paths(parse_link_arguments(steps[0], {})),
            (Words{"/b/lib/CMakeFiles/q.dir/q.cpp.o", "/b/lib/CMakeFiles/q.dir/r s.cpp.o"}));
  EXPECT_EQ(steps[1].target, "d");
  EXPECT_EQ(steps[1].output, "/b/bin/d");
  const std::vector<LinkArgument> arguments = parse_link_arguments(steps[1], {});
  EXPECT_EQ(paths(arguments),
            (Words{"/b/CMakeFiles/d.dir/d.cpp.o", "/b/lib/libq.a", "/a b/libz.a"}));
  EXPECT_FALSE(arguments[0].is_whole);
  EXPECT_TRUE(arguments[1].is_whole);
  EXPECT_FALSE(arguments[2].is_whole);
}

TEST(LinkArguments, GroupsAndStates) {
  const LinkStep step{.directory = "/b",
                      .arguments = {"a.o", "-Wl,--start-group", "x.a", "y.a", "-Wl,--end-group",
                                    "-Wl,--push-state,--whole-archive", "z.a", "-Wl,--pop-state",
                                    "-Xlinker", "--start-group", "u.a", "v.a"}};
  const std::vector<LinkArgument> arguments = parse_link_arguments(step, {});
  EXPECT_EQ(paths(arguments), (Words{"/b/a.o", "/b/x.a", "/b/y.a", "/b/z.a", "/b/u.a", "/b/v.a"}));
  const std::vector<size_t> groups{0, 1, 1, 0, 2, 2};
  for (size_t k = 0; k < groups.size(); ++k) EXPECT_EQ(arguments[k].group, groups[k]) << k;
  EXPECT_TRUE(arguments[3].is_whole);
  EXPECT_FALSE(arguments[4].is_whole);
}

TEST(LinkArguments, LibrariesByName) {
  const LinkStep step{
      .directory = "/b",
      .arguments = {"-Wl,-rpath,/b/lib", "-Llib", "-lq", "-lm", "-z", "now", "-L", "/c", "-lr"}};
  EXPECT_EQ(paths(parse_link_arguments(step, {"/b/lib/libq.a", "/c/libr.a"})),
            (Words{"/b/lib/libq.a", "-lm", "/c/libr.a"}));
}

TEST(LinkArguments, FoldersOfTargets) {
  EXPECT_EQ(target_of_folder("/b/CMakeFiles/some.name.dir"), "some.name");
  EXPECT_EQ(target_of_folder("/b/CMakeFiles"), "");
  EXPECT_EQ(target_of_folder("/b/other/x.dir"), "");
}

}  // namespace
}  // namespace heddle
