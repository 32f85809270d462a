// Tests of the store: what was kept is found, and nothing else is believed.
// SPDX-License-Identifier: Apache-2.0
#include "incremental/store.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

namespace heddle {
namespace {

namespace fs = std::filesystem;

StoredRun sample(uint64_t number = 1) {
  StoredRun run{.settings = "errors assertion",
                .program = number,
                .plain_choices = true,
                .visible_releases = true,
                .detaches_threads = true,
                .hand_over = false,
                .sharing = 2};
  run.plan.small = {{11, 0}, {12, 5}};
  run.plan.large = {{13, 1}};
  run.plan.functions = {{14, 2}};
  run.assumptions = {"one", "two"};
  run.version = std::string("bytes\0of all kinds\xff", 19);
  run.places.functions = {{.name = 1,
                           .head = 2,
                           .whole = 3,
                           .entry = 4,
                           .parameters = 5,
                           .texts = {6, 7},
                           .positions = {{8, 9}, {10, 11}},
                           .details = {12, 13, 14}}};
  for (uint64_t k = 1; k <= 20; ++k) run.graph.states.push_back({k * number, k});
  run.graph.first_edge = {0, 1, 2};
  run.graph.edges = {{.to = 1, .run = 0, .step = 3}, {.to = RunGraph::kEnd, .run = 1, .step = 0}};
  run.graph.put_off = {7};
  run.graph.first_range = {0, 2, 3};
  run.graph.ranges = {{100, 150}, {200}, {300, 300}};
  return run;
}

void expect_same(const StoredRun& a, const StoredRun& b) {
  EXPECT_EQ(a.settings, b.settings);
  EXPECT_EQ(a.program, b.program);
  EXPECT_EQ(a.plain_choices, b.plain_choices);
  EXPECT_EQ(a.visible_releases, b.visible_releases);
  EXPECT_EQ(a.detaches_threads, b.detaches_threads);
  EXPECT_EQ(a.hand_over, b.hand_over);
  EXPECT_EQ(a.sharing, b.sharing);
  EXPECT_EQ(a.plan, b.plan);
  EXPECT_EQ(a.assumptions, b.assumptions);
  EXPECT_EQ(a.version, b.version);
  EXPECT_EQ(a.places, b.places);
  EXPECT_EQ(a.graph, b.graph);
}

class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = fs::temp_directory_path() / "heddle-store-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  Store store(const std::string& build = "build") const { return {folder_, build}; }
  std::vector<fs::path> runs() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder_))
      if (entry.path().extension() == ".run") found.push_back(entry.path());
    return found;
  }

  std::string folder_;
};

TEST_F(StoreTest, FindsWhatWasKept) {
  EXPECT_EQ(store().keep("a", sample()), "");
  const Store::Found found = store().last("a");
  ASSERT_TRUE(found.run) << found.problem;
  expect_same(*found.run, sample());
}

TEST_F(StoreTest, KnowsRunsByTheirNames) {
  EXPECT_EQ(store().last("a").problem, "there is no stored version");
  store().keep("a", sample(1));
  store().keep("b", sample(2));
  store().keep("a", sample(3));
  EXPECT_EQ(store().last("a").run->program, 3u) << "the last one";
  EXPECT_EQ(store().last("b").run->program, 2u);
  EXPECT_FALSE(store().last("c").run);
}

TEST_F(StoreTest, WithoutAFolderNothingIsKept) {
  const Store off("", "build");
  EXPECT_FALSE(off.is_on());
  EXPECT_NE(off.keep("a", sample()), "");
  EXPECT_FALSE(off.last("a").run);
}

TEST_F(StoreTest, ARunOfAnotherBuildIsNotBelieved) {
  store("one").keep("a", sample());
  const Store::Found found = store("other").last("a");
  EXPECT_FALSE(found.run);
  EXPECT_EQ(found.problem, "the stored run was made by another build of heddle");
}

TEST_F(StoreTest, ARunThatIsCutShortAnywhereIsNotBelieved) {
  const std::string whole = serialise(sample(), "build");
  EXPECT_TRUE(parse_run(whole, "build").run);
  for (size_t size = 0; size < whole.size(); ++size) {
    const Store::Found found = parse_run(whole.substr(0, size), "build");
    EXPECT_FALSE(found.run) << size;
    EXPECT_FALSE(found.problem.empty());
  }
  EXPECT_FALSE(parse_run(whole + "x", "build").run);
}

TEST_F(StoreTest, ARunInWhichAByteHasChangedIsNotBelieved) {
  const std::string whole = serialise(sample(), "build");
  for (size_t k = 0; k < whole.size(); ++k) {
    std::string changed = whole;
    changed[k] = char(changed[k] ^ 1);
    EXPECT_FALSE(parse_run(changed, "build").run) << k;
  }
}

TEST_F(StoreTest, ADamagedFileOrReferenceIsTold) {
  store().keep("a", sample());
  std::ofstream(runs().at(0), std::ios::binary | std::ios::trunc) << "nonsense";
  EXPECT_EQ(store().last("a").problem, "the stored run is damaged");
  for (const auto& entry : fs::directory_iterator(folder_ + "/last"))
    std::ofstream(entry.path(), std::ios::trunc) << "../../../etc/passwd";
  EXPECT_EQ(store().last("a").problem, "the reference to the stored run is damaged");
}

TEST_F(StoreTest, FilesThatWereCopiedOverEachOtherAreNotBelieved) {
  store().keep("a", sample(1));
  const fs::path run = runs().at(0);
  const fs::path reference = *begin(fs::directory_iterator(folder_ + "/last"));
  store().keep("b", sample(2));
  for (const fs::path& other : runs())
    if (other != run) fs::copy_file(other, run, fs::copy_options::overwrite_existing);
  EXPECT_EQ(store().last("a").problem, "the stored run is damaged");
  EXPECT_TRUE(store().last("b").run);
  for (const auto& other : fs::directory_iterator(folder_ + "/last"))
    if (other.path() != reference)
      fs::copy_file(other, reference, fs::copy_options::overwrite_existing);
  EXPECT_EQ(store().last("a").problem, "the reference to the stored run is damaged");
}

TEST_F(StoreTest, WhatWasUsedLongestAgoMakesRoom) {
  const uint64_t bytes = serialise(sample(), "build").size();
  const Store small(folder_, "build", 2 * bytes + bytes / 2);
  small.keep("a", sample(1));
  small.keep("b", sample(2));
  const auto an_hour_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (const fs::path& run : runs()) fs::last_write_time(run, an_hour_ago);
  EXPECT_TRUE(small.last("a").run) << "and is used now";
  small.keep("c", sample(3));
  EXPECT_TRUE(small.last("a").run);
  EXPECT_TRUE(small.last("c").run);
  EXPECT_EQ(small.last("b").problem, "the stored version has made room for others");
}

TEST_F(StoreTest, ARunThatIsLargerThanTheStoreIsToldAndLeavesTheOthersAlone) {
  const Store small(folder_, "build", serialise(sample(), "build").size() + 100);
  EXPECT_EQ(small.keep("a", sample(1)), "");
  StoredRun large = sample(2);
  large.version.append(1000, 'x');
  EXPECT_NE(small.keep("a", large), "");
  EXPECT_TRUE(small.last("a").run);
}

TEST_F(StoreTest, NamesWhoseRunsAreLongGoneAreForgotten) {
  const Store tidy(folder_, "build", 60 * serialise(sample(), "build").size());
  tidy.keep("gone", sample(1));
  for (const fs::path& run : runs()) fs::remove(run);
  tidy.keep("there", sample(2));
  EXPECT_EQ(tidy.last("gone").problem, "the stored version has made room for others");
  const auto last_year = fs::file_time_type::clock::now() - std::chrono::days(365);
  for (const auto& reference : fs::directory_iterator(folder_ + "/last"))
    fs::last_write_time(reference, last_year);
  tidy.keep("new", sample(3));
  EXPECT_EQ(tidy.last("gone").problem, "there is no stored version");
  EXPECT_TRUE(tidy.last("there").run);
  EXPECT_TRUE(tidy.last("new").run);
}

TEST_F(StoreTest, AFolderThatCannotBeWrittenIsToldAndDoesNoHarm) {
  const Store store("/dev/null/store", "build");
  EXPECT_NE(store.keep("a", sample()), "");
  EXPECT_FALSE(store.last("a").run);
}

TEST_F(StoreTest, SeveralMayWriteAndReadAtOnce) {
  std::vector<pid_t> writers;
  for (uint64_t number = 1; number <= 4; ++number) {
    const pid_t child = fork();
    if (child == 0) {
      for (int k = 0; k < 50; ++k) store().keep("a", sample(number));
      _exit(0);
    }
    writers.push_back(child);
  }
  for (int k = 0; k < 200; ++k)
    if (const Store::Found found = store().last("a"); found.run) {
      EXPECT_EQ(found.run->graph, sample(found.run->program).graph);
    }
  for (const pid_t writer : writers) {
    int status = 1;
    waitpid(writer, &status, 0);
    EXPECT_EQ(status, 0);
  }
  ASSERT_TRUE(store().last("a").run);
  EXPECT_EQ(runs().size(), 4u) << "no unfinished file is left, none is there twice";
}

}  // namespace
}  // namespace heddle
