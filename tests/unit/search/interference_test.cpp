// Tests of the heuristics by interference: who interferes, what is left out, and that the window over the path is right
// wherever the search goes.
// SPDX-License-Identifier: Apache-2.0
#include "search/interference.h"

#include <gtest/gtest.h>

#include "analysis/analyse.h"
#include "search/random_order.h"
#include "search/random_program.h"
#include "search/search_fixture.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::threads_program;

class InterferenceTest : public ::testing::Test {
 protected:
  void start(const std::vector<Body>& bodies, const InterferenceOptions& options) {
    program_ = threads_program(b_, bodies);
    machine_ = std::make_unique<Machine>(program_, MachineOptions{.note_accesses = true});
    strategy_ = std::make_unique<Interference>(program_, analyse(program_, {}), options, nullptr);
    run(0);
  }
  void run(ThreadNumber thread) {
    strategy_->take(*machine_, {thread, 0});
    machine_->run(thread);
    strategy_->taken(*machine_);
    ++length_;
  }
  // As a set.
  uint64_t interfering() const {
    uint64_t set = 0;
    for (uint64_t rest = machine_->live_threads(); rest; rest &= rest - 1)
      if (strategy_->interferes(*machine_, lowest(rest))) set |= bit(lowest(rest));
    return set;
  }
  Body access(std::initializer_list<std::pair<uint64_t, bool>> accesses) const {
    return [list = std::vector(accesses)](ProgramBuilder& b) {
      for (const auto& [address, writes] : list)
        if (writes)
          b.store_to(address, 1, kAtomic);
        else
          b.load_from(address, kAtomic);
    };
  }

  ProgramBuilder b_;
  uint64_t x_ = b_.global("x");
  uint64_t y_ = b_.global("y");
  Program program_;
  std::unique_ptr<Machine> machine_;
  std::unique_ptr<Interference> strategy_;
  size_t length_ = 0;
  static constexpr bool kRead = false;
  static constexpr bool kWrite = true;
};

TEST_F(InterferenceTest, AThreadInterferesIfItMayAccessWhatThePathHasAccessed) {
  start({access({{x_, kWrite}}), access({{y_, kRead}, {x_, kRead}}), access({{y_, kRead}})}, {});
  EXPECT_EQ(interfering(), 0u) << "nothing has happened yet";
  run(1);
  EXPECT_EQ(interfering(), bit(2));
}

TEST_F(InterferenceTest, TwoReadsInterfereOnlyIfReadsAndWritesAreNotToldApart) {
  const std::vector<Body> readers{access({{x_, kRead}}), access({{x_, kRead}})};
  start(readers, {.tell_reads_from_writes = true});
  run(1);
  EXPECT_EQ(interfering(), 0u);
}

TEST_F(InterferenceTest, TwoReadsInterfereWithRwOff) {
  start({access({{x_, kRead}}), access({{x_, kRead}})}, {.tell_reads_from_writes = false});
  run(1);
  EXPECT_EQ(interfering(), bit(2));
}

TEST_F(InterferenceTest, AWriteInterferesWithAReadAndAWrite) {
  start({access({{x_, kRead}}), access({{y_, kWrite}}), access({{x_, kWrite}, {y_, kWrite}})}, {});
  run(1);
  EXPECT_EQ(interfering(), bit(3));
  run(2);
  EXPECT_EQ(interfering(), bit(3));
}

TEST_F(InterferenceTest, OnlyTheLastPartOfThePathCounts) {
  start({access({{x_, kWrite}}), access({{y_, kWrite}, {y_, kWrite}}), access({{x_, kWrite}})},
        {.percent = 50});
  run(1);  // two transitions: the second counts
  EXPECT_EQ(interfering(), bit(3));
  run(2);  // three: the second and third
  EXPECT_EQ(interfering() & bit(3), bit(3));
  run(2);  // four: the third and fourth
  EXPECT_EQ(interfering(), 0u);
  strategy_->go_back(3);
  EXPECT_TRUE(strategy_->interferes(*machine_, 3)) << "back, and the write of x counts again";
}

TEST_F(InterferenceTest, PruningKeepsInterferingThreadsOrOne) {
  start({access({{x_, kWrite}, {x_, kWrite}}), access({{x_, kRead}}), access({{y_, kRead}})},
        {.prune = true});
  const uint64_t workers = bit(1) | bit(2) | bit(3);
  EXPECT_EQ(strategy_->incomplete(), "");
  EXPECT_EQ(strategy_->arrange(*machine_, workers, 0).explored, bit(1)) << "nobody: one goes on";
  run(1);
  EXPECT_EQ(strategy_->arrange(*machine_, workers, 1).explored, bit(1) | bit(2));
  EXPECT_NE(strategy_->incomplete().find("3 in all"), std::string::npos) << strategy_->incomplete();
}

TEST_F(InterferenceTest, ReorderingLeavesNothingOut) {
  start({access({{x_, kWrite}}), access({{y_, kRead}}), access({{x_, kRead}})}, {});
  run(1);
  const auto arrangement = strategy_->arrange(*machine_, bit(2) | bit(3), 1);
  EXPECT_EQ(arrangement.explored, bit(2) | bit(3));
  EXPECT_EQ(arrangement.first, bit(3));
  EXPECT_EQ(strategy_->incomplete(), "");
}

// A strategy that has gone forth and back must judge as one that has come here straight.
class Checked final : public Strategy {
 public:
  Checked(const Program& program, std::shared_ptr<const Facts> facts, InterferenceOptions options)
      : program_(program),
        facts_(facts),
        options_(options),
        tested_(program, facts, options, nullptr) {}

  Arrangement arrange(const Machine& machine, uint64_t enabled, ThreadNumber last) override {
    Interference straight(program_, facts_, options_, nullptr);
    Machine other(program_, {.note_accesses = true});
    for (const ScheduleStep& step : path_) {
      straight.take(other, step);
      other.run(step.thread, step.branch);
      straight.taken(other);
    }
    const Arrangement expected = straight.arrange(other, enabled, last);
    const Arrangement actual = tested_.arrange(machine, enabled, last);
    EXPECT_EQ(actual.explored, expected.explored);
    EXPECT_EQ(actual.first, expected.first);
    interesting += expected.first != 0 && expected.first != enabled;
    return actual;
  }
  void take(const Machine& machine, const ScheduleStep& step) override {
    tested_.take(machine, step);
    path_.push_back(step);
  }
  void taken(const Machine& machine) override { tested_.taken(machine); }
  void go_back(size_t length) override {
    tested_.go_back(length);
    path_.resize(length);
  }
  static inline size_t interesting = 0;

 private:
  const Program& program_;
  std::shared_ptr<const Facts> facts_;
  InterferenceOptions options_;
  Interference tested_;
  Schedule path_;
};

TEST(Interference, TheWindowIsRightAfterGoingBack) {
  Checked::interesting = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const Program program = testing::random_program(seed);
    const auto facts = analyse(program, {});
    for (const uint32_t percent : {10u, 25u, 50u, 75u, 90u, 100u}) {
      SearchOptions options;
      options.errors.add(ErrorKind::Leak);
      options.make_strategy = [&] {
        return std::make_unique<Checked>(program, facts, InterferenceOptions{.percent = percent});
      };
      testing::search(program, options, {.note_accesses = true});
    }
  }
  EXPECT_GT(Checked::interesting, 100u);
}

TEST(Interference, ReorderingCoversWhatDepthFirstSearchCovers) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Program program = testing::random_program(seed);
    const auto facts = analyse(program, {});
    SearchOptions options{.collect_final_states = true};
    options.errors.add(ErrorKind::Leak);
    const SearchOutcome plain = testing::search(program, options, {.note_accesses = true});
    options.make_strategy = [&] {
      return std::make_unique<Interference>(program, facts, InterferenceOptions{.percent = 10},
                                            std::make_unique<RandomOrder>(seed));
    };
    const SearchOutcome reordered = testing::search(program, options, {.note_accesses = true});
    EXPECT_EQ(reordered.final_states, plain.final_states);
    EXPECT_EQ(reordered.left_out, "");
  }
}

}  // namespace
}  // namespace heddle
