// Tests of matching: what stays the same when code is added, moved and renamed.
// SPDX-License-Identifier: Apache-2.0
#include "incremental/match.h"

#include <gtest/gtest.h>

#include "machine/program_builder.h"

namespace heddle {
namespace {

using testing::ProgramBuilder;

TEST(Align, FindsALongestCommonSubsequence) {
  const Alignment found = align({1, 2, 3, 4, 5}, {1, 3, 9, 5});
  EXPECT_EQ(found.of_first, (std::vector<uint32_t>{0, kUnmatched, 1, kUnmatched, 3}));
  EXPECT_EQ(found.of_second, (std::vector<uint32_t>{0, 2, kUnmatched, 4}));
}

TEST(Align, NothingInCommon) {
  EXPECT_EQ(align({1, 2}, {3}).of_first, (std::vector<uint32_t>{kUnmatched, kUnmatched}));
  EXPECT_TRUE(align({}, {}).of_first.empty());
}

// A worker that reads and writes some globals, and a main that calls it.
Version program(const std::string& worker, const std::vector<std::string>& names) {
  ProgramBuilder b;
  std::vector<uint64_t> globals;
  for (const std::string& name : names) globals.push_back(b.global(name));
  const uint64_t function = b.begin(worker);
  for (const uint64_t global : globals)
    b.store(b.binary(Opcode::Add, b.load_from(global), b.constant(1)), b.constant(global));
  b.return_values({});
  b.begin("main");
  b.call(function, {}, 0);
  b.exit();
  return describe(b.finish());
}

size_t unmatched(const VersionMatch& match) {
  size_t count = 0;
  for (const FunctionPair& pair : match.functions)
    for (const auto* side : {&pair.statements.of_first, &pair.statements.of_second})
      count += size_t(std::count(side->begin(), side->end(), kUnmatched));
  return count;
}

TEST(Match, TheSameVersionMatchesWhole) {
  const Version version = program("work", {"a", "b", "c"});
  EXPECT_EQ(unmatched(match(version, version)), 0u);
}

TEST(Match, AnAddedStatementLeavesTheOthersMatched) {
  const VersionMatch found =
      match(program("work", {"a", "b", "c"}), program("work", {"a", "b", "d", "c"}));
  EXPECT_EQ(unmatched(found), 3u);  // load, add, store of d
}

TEST(Match, ARenamedFunctionIsNoNewOne) {
  const VersionMatch found =
      match(program("work", {"a", "b", "c"}), program("labour", {"a", "b", "c"}));
  EXPECT_EQ(unmatched(found), 0u);  // the call of it, too
  EXPECT_EQ(found.new_names.at("work"), "labour");
}

TEST(Match, ARenamedVariableIsNoNewOne) {
  const VersionMatch found =
      match(program("work", {"a", "b", "c"}), program("work", {"a", "other", "c"}));
  EXPECT_EQ(unmatched(found), 0u);
}

TEST(Match, ARemovedFunctionIsInAPairOfItsOwn) {
  const VersionMatch found = match(program("work", {"a", "b", "c"}), program("rest", {}));
  EXPECT_EQ(found.pair_of_before(0).after, kUnmatched);
}

}  // namespace
}  // namespace heddle
