// Tests of checkpoints: what is written is read again, and a search goes on from every place it can be stopped at.
// SPDX-License-Identifier: Apache-2.0
#include "search/checkpoint.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "search/parallel.h"
#include "search/random_program.h"
#include "search/search_fixture.h"
#include "support/invariant.h"

namespace heddle {
namespace {

using testing::all_errors;

class CheckpointTest : public ::testing::Test {
 protected:
  CheckpointTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("heddle-checkpoint-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~CheckpointTest() override { std::filesystem::remove_all(folder_); }
  std::string file() const { return (folder_ / "point").string(); }

  std::filesystem::path folder_;
};

TEST_F(CheckpointTest, ComesBackAsItWas) {
  Checkpoint written;
  written.identity = {.program = 7, .settings = "--search dfs\n"};
  written.learnt = {.plain_choices = true, .sharing = SharingPolicy(1), .gave_up_filter = true};
  written.work = {{.path = {{0, 0}, {2, 5}},
                   .choices = {{.path_length = 1, .all = 7, .threads = 6, .branch = 3},
                               {.path_length = 2, .all = 3, .last = 2, .came_round = true}},
                   .end = {11, 13}},
                  {}};
  written.notes.incompleteness = {"something was sampled"};
  written.notes.hand_over_failed = true;
  written.so_far.errors = {
      {.violation = {.kind = ErrorKind::Deadlock, .stack = {4, 5}, .notes = {{.stack = {6}}}},
       .schedule = {{1, 2}}}};
  written.so_far.left_out = "this and that";
  written.so_far.depth_reached = true;
  written.so_far.final_states = {{1, 2}, {3, 4}};
  written.so_far.statistics.transitions = 99;
  written.log = "point.states-1";
  written.log_end = {.entries = 3, .checksum = 4};
  write_checkpoint(file(), written);
  const Checkpoint read = read_checkpoint(file());
  EXPECT_EQ(read.identity, written.identity);
  EXPECT_TRUE(read.learnt.plain_choices && read.learnt.gave_up_filter);
  EXPECT_EQ(read.learnt.sharing, SharingPolicy(1));
  ASSERT_EQ(read.work.size(), 2u);
  EXPECT_EQ(read.work[0].path, written.work[0].path);
  EXPECT_EQ(read.work[0].end, written.work[0].end);
  ASSERT_EQ(read.work[0].choices.size(), 2u);
  EXPECT_EQ(read.work[0].choices[0].branch, 3u);
  EXPECT_TRUE(read.work[0].choices[1].came_round);
  EXPECT_TRUE(read.work[1].choices.empty());
  EXPECT_EQ(read.notes.incompleteness, written.notes.incompleteness);
  EXPECT_TRUE(read.notes.hand_over_failed);
  ASSERT_EQ(read.so_far.errors.size(), 1u);
  EXPECT_EQ(read.so_far.errors[0].violation.notes[0].stack, CallStack{6});
  EXPECT_EQ(read.so_far.errors[0].schedule, written.so_far.errors[0].schedule);
  EXPECT_TRUE(read.so_far.depth_reached);
  EXPECT_EQ(read.so_far.final_states, written.so_far.final_states);
  EXPECT_EQ(read.so_far.statistics.transitions, 99u);
  EXPECT_EQ(read.log, written.log);
  EXPECT_EQ(read.log_end.checksum, 4u);
}

TEST_F(CheckpointTest, EveryDamageIsNoticed) {
  write_checkpoint(file(), {.identity = {.program = 7, .settings = "x"}, .log = "log"});
  std::string whole;
  {
    std::ifstream stream(file(), std::ios::binary);
    whole.assign(std::istreambuf_iterator<char>(stream), {});
  }
  for (size_t k = 0; k < whole.size(); ++k) {
    std::string damaged = whole;
    damaged[k] = char(damaged[k] ^ 1);
    std::ofstream(file(), std::ios::binary) << damaged;
    EXPECT_THROW(read_checkpoint(file()), InputError) << k;
    std::ofstream(file(), std::ios::binary) << whole.substr(0, k);
    EXPECT_THROW(read_checkpoint(file()), InputError) << k;
  }
}

TEST_F(CheckpointTest, LogKeepsStatesAndDepths) {
  StateLog::Records records;
  StateLog::add_state(records, {1, 2});
  StateLog::add_depth(records, {0, 3}, 17);
  StateLog::add_state(records, {4, 5});
  StateLog::Position end;
  {
    StateLog log(file(), {});
    log.append(records);
    end = log.position();
    log.append(records);  // beyond what the checkpoint names
    log.sync();
  }
  std::vector<Fingerprint> states;
  std::vector<uint64_t> depths;
  const StateLog::Visitor visitor{
      .state = [&](const Fingerprint& state) { states.push_back(state); },
      .depth =
          [&](const Fingerprint& key, uint64_t depth) {
            EXPECT_EQ(key, (Fingerprint{0, 3}));
            depths.push_back(depth);
          }};
  StateLog::read(file(), end, visitor);
  EXPECT_EQ(states, (std::vector<Fingerprint>{{1, 2}, {4, 5}}));
  EXPECT_EQ(depths, std::vector<uint64_t>{17});
  EXPECT_THROW(StateLog::read(file(), {end.entries, end.checksum + 1}, visitor), InputError);
  StateLog again(file(), end);
  EXPECT_EQ(std::filesystem::file_size(file()), end.entries * sizeof(Fingerprint));
}

// Stopped after each state in turn, and gone on from there with another number of workers.
class GoingOn : public CheckpointTest {
 protected:
  SearchOutcome search_in_parts(const Program& program, const SearchOptions& options,
                                const MachineOptions& machine_options, uint64_t stride) {
    std::optional<Checkpoint> from;
    for (uint64_t states = stride;; states += stride) {
      SearchOptions part = options;
      part.limits.states = states;
      const CheckpointPlan plan{.file = file(),
                                .interval = 1000,
                                .identity = {},
                                .learnt = {},
                                .from = from ? &*from : nullptr,
                                .from_file = file()};
      part.checkpoint = &plan;
      Machine machine(program, machine_options);
      SearchOutcome outcome =
          search_in_parallel(program, machine_options, part, 1 + states % 3, machine);
      const bool limited = outcome.incomplete.find("states") != std::string::npos;
      if (!limited) return outcome;
      from = read_checkpoint(file());
    }
  }
};

TEST_F(GoingOn, EndsAsIfNeverStopped) {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const Program program = testing::random_program(seed);
    for (const bool plain_choices : {true, false}) {
      const MachineOptions machine_options{.stop_when_alone = false,
                                           .plain_choices = plain_choices};
      SearchOptions options{
          .errors = all_errors(), .keep_going = true, .collect_final_states = true};
      const SearchOutcome whole = testing::search(program, options, machine_options);
      const SearchOutcome parts =
          search_in_parts(program, options, machine_options, 1 + whole.statistics.states / 7);
      EXPECT_EQ(parts.errors.size(), whole.errors.size()) << seed;
      EXPECT_EQ(parts.needs_plain_choices, whole.needs_plain_choices) << seed;
      if (whole.needs_plain_choices) continue;
      // In another order, other nondeterministic choices come round to known states: states may differ.
      EXPECT_EQ(parts.final_states, whole.final_states) << seed;
    }
  }
}

TEST_F(GoingOn, CheckpointsWhileItRuns) {
  const Program program = testing::racy_counters(6);
  MachineOptions machine_options;
  SearchOptions options{.collect_final_states = true};
  options.errors.add(ErrorKind::Assertion);  // the data races would end it
  const SearchOutcome whole = testing::search(program, options, machine_options);
  const CheckpointPlan plan{.file = file(), .interval = 0.0005};
  options.checkpoint = &plan;
  for (unsigned round = 0; round < 20; ++round) {
    std::filesystem::remove(file());
    Machine machine(program, machine_options);
    const SearchOutcome first =
        search_in_parallel(program, machine_options, options, 1 + round % 3, machine);
    EXPECT_EQ(first.final_states, whole.final_states);
    if (!std::filesystem::exists(file())) continue;
    const Checkpoint from = read_checkpoint(file());
    SearchOptions rest = options;
    const CheckpointPlan go_on{
        .file = file(), .interval = 1000, .from = &from, .from_file = file()};
    rest.checkpoint = &go_on;
    Machine again(program, machine_options);
    const SearchOutcome second = search_in_parallel(program, machine_options, rest, 2, again);
    EXPECT_EQ(second.final_states, whole.final_states);
    EXPECT_EQ(second.statistics.states, whole.statistics.states);
  }
}

}  // namespace
}  // namespace heddle
