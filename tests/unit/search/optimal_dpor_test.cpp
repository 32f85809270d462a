// Tests of optimal and source DPOR: known counts, and agreement with enumerating every schedule.
// SPDX-License-Identifier: Apache-2.0
#include "search/optimal_dpor.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "search/replay.h"
#include "search/search_fixture.h"
#include "support/bits.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::threads_program;

constexpr MachineOptions kSteady{.steady_stops = true};

SearchOutcome explore(const Program& program, Reversal reversal, SearchOptions options = {}) {
  if (options.errors.empty()) options.errors = testing::all_errors();
  Machine machine(program, kSteady);
  return OptimalDpor(machine, options, reversal).run();
}

SearchOptions only(ErrorKind kind) {
  SearchOptions options{.keep_going = true, .collect_final_states = true};
  options.errors.add(kind);
  return options;
}

// Runs every schedule, and tells the executions apart by the order of what conflicts. Shares nothing with the
// search but the machine.
class Enumeration {
 public:
  explicit Enumeration(const Program& program) : machine_(program, kSteady) { explore(0, 0); }
  size_t traces() const { return traces_.size(); }
  const std::set<Fingerprint>& final_states() const { return final_states_; }

 private:
  struct Step {
    ThreadNumber thread;
    unsigned number;
    uint32_t branch;
    Pending pending;
  };

  static bool conflict(const Pending& a, const Pending& b) {
    if (a.kind == PendingKind::Choose || b.kind == PendingKind::Choose) return false;
    return (a.writes || b.writes) && a.range.overlaps(b.range);
  }

  // A compare-and-exchange of RandomPrograms, which looks for 0.
  bool fails(ThreadNumber thread) {
    const Pending& pending = machine_.thread(thread).pending;
    if (machine_.program().code[machine_.frames(thread).back().point].opcode !=
        Opcode::CompareExchange)
      return false;
    return machine_.word_at(pending.range.address) != 0u;
  }

  void explore(ThreadNumber thread, uint32_t branch) {
    const Machine::Mark mark = machine_.mark();
    const auto number = unsigned(std::count_if(
        path_.begin(), path_.end(), [&](const Step& step) { return step.thread == thread; }));
    path_.push_back({thread, number, branch, machine_.thread(thread).pending});
    if (fails(thread)) path_.back().pending.writes = false;
    const Stop stop = machine_.run(thread, branch);
    const bool runs = stop == Stop::Visible || stop == Stop::Finished;
    const uint64_t enabled = runs ? machine_.enabled_threads() : 0;
    if (enabled == 0) {
      traces_.insert(trace());
      final_states_.insert(machine_.fingerprint());
    }
    for (uint64_t rest = enabled; rest; rest &= rest - 1) {
      const Pending pending = machine_.thread(lowest(rest)).pending;
      const uint32_t branches = pending.kind == PendingKind::Choose ? pending.branches : 1;
      for (uint32_t next = 0; next < branches; ++next) explore(lowest(rest), next);
    }
    machine_.undo(mark);
    path_.pop_back();
  }

  std::set<std::vector<unsigned>> trace() const {
    std::set<std::vector<unsigned>> order;
    for (size_t later = 0; later < path_.size(); ++later) {
      const Step& b = path_[later];
      order.insert({b.thread, b.number, b.branch});
      for (size_t earlier = 0; earlier < later; ++earlier) {
        const Step& a = path_[earlier];
        if (a.thread != b.thread && conflict(a.pending, b.pending))
          order.insert({a.thread, a.number, b.thread, b.number});
      }
    }
    return order;
  }

  Machine machine_;
  std::vector<Step> path_;
  std::set<std::set<std::vector<unsigned>>> traces_;
  std::set<Fingerprint> final_states_;
};

// Threads that read, write and update a few variables, under a few locks, some after a nondeterministic choice.
class RandomPrograms {
 public:
  explicit RandomPrograms(unsigned seed) : random_(seed) {}

  Program next() {
    ProgramBuilder builder;
    std::vector<uint64_t> variables;
    std::vector<uint64_t> locks;
    for (const char* name : {"a", "b"}) variables.push_back(builder.global(name));
    for (const char* name : {"m", "n"}) locks.push_back(builder.global(name));
    std::vector<Body> bodies(2 + below(2));
    const unsigned operations = bodies.size() == 2 ? 4 : 2;
    for (Body& body : bodies) {
      std::vector<unsigned> codes(1 + below(operations));
      for (unsigned& code : codes) code = below(1000);
      body = [=](ProgramBuilder& b) { emit(b, codes, variables, locks); };
    }
    return threads_program(builder, bodies);
  }

 private:
  unsigned below(unsigned limit) { return unsigned(random_() % limit); }

  static void emit(ProgramBuilder& b, const std::vector<unsigned>& codes,
                   const std::vector<uint64_t>& variables, const std::vector<uint64_t>& locks) {
    std::vector<uint64_t> held;
    for (const unsigned code : codes) {
      const uint64_t variable = variables[code / 10 % variables.size()];
      const uint64_t lock = locks[code / 10 % locks.size()];
      const bool is_held = std::find(held.begin(), held.end(), lock) != held.end();
      switch (code % 10) {
        case 0:
        case 1: b.load_from(variable, kAtomic); break;
        case 2:
        case 3: b.store_to(variable, code % 20, kAtomic); break;
        case 4: b.fetch_add(variable, 1); break;
        case 7: compare_and_exchange(b, variable, code); break;
        case 5: b.store(b.choose(2), b.constant(variable), 8, kAtomic); break;
        case 6: {  // only if another thread has been there
          const Point skip = b.branch(b.load_from(variable, kAtomic));
          b.store_to(variables[0], code, kAtomic);
          b.go_on_here(skip);
          break;
        }
        default:
          if (is_held)
            b.unlock(lock), std::erase(held, lock);
          else
            b.lock(lock), held.push_back(lock);
      }
    }
    for (const uint64_t lock : held) b.unlock(lock);
  }

  static void compare_and_exchange(ProgramBuilder& b, uint64_t variable, uint64_t value) {
    b.emit({.opcode = Opcode::CompareExchange,
            .width = 64,
            .aux = kAtomic,
            .a = b.slots(2),
            .b = b.constant(variable),
            .c = b.constant(0),
            .imm = int64_t(b.constant(value))});
  }

  std::mt19937 random_;
};

Program readers(unsigned count) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  std::vector<Body> bodies{[=](ProgramBuilder& b) { b.store_to(x, 1, kAtomic); }};
  for (unsigned k = 0; k < count; ++k)
    bodies.push_back([=](ProgramBuilder& b) { b.load_from(x, kAtomic); });
  return threads_program(builder, bodies);
}

Program critical_sections(unsigned threads) {
  ProgramBuilder builder;
  const uint64_t mutex = builder.global("mutex");
  const uint64_t counter = builder.global("counter");
  const Body body = [=](ProgramBuilder& b) {
    b.lock(mutex);
    b.store(b.binary(Opcode::Add, b.load_from(counter), b.constant(1)), b.constant(counter));
    b.unlock(mutex);
  };
  return threads_program(builder, std::vector<Body>(threads, body));
}

TEST(OptimalDpor, ReadersOfOneWriteHaveTwoToTheNExecutions) {
  for (const unsigned n : {1u, 2u, 5u, 9u}) {
    const SearchOutcome outcome = explore(readers(n), Reversal::WholeSequence);
    EXPECT_EQ(outcome.statistics.executions, 1u << n);
    EXPECT_EQ(outcome.statistics.blocked_executions, 0u);
    EXPECT_TRUE(outcome.errors.empty());
    EXPECT_EQ(outcome.incomplete, "");
  }
}

TEST(OptimalDpor, CriticalSectionsOfOneLockComeInEveryOrder) {
  size_t orders = 1;
  for (unsigned n = 2; n <= 5; ++n) {
    orders *= n;
    const SearchOutcome outcome = explore(critical_sections(n), Reversal::WholeSequence);
    EXPECT_EQ(outcome.statistics.executions, orders);
    EXPECT_EQ(outcome.statistics.blocked_executions, 0u);
    EXPECT_TRUE(outcome.errors.empty());
  }
}

TEST(OptimalDpor, IndependentThreadsHaveOneExecution) {
  EXPECT_EQ(
      explore(testing::independent_counters(20), Reversal::WholeSequence).statistics.executions,
      1u);
}

TEST(OptimalDpor, AgreesWithAllSchedulesOfRandomPrograms) {
  RandomPrograms programs(1);
  size_t most = 0;
  for (unsigned k = 0; k < 200; ++k) {
    const Program program = programs.next();
    const Enumeration all(program);
    const SearchOutcome optimal =
        explore(program, Reversal::WholeSequence, only(ErrorKind::Deadlock));
    EXPECT_EQ(optimal.statistics.executions, all.traces()) << k;
    EXPECT_EQ(optimal.statistics.blocked_executions, 0u) << k;
    EXPECT_EQ(optimal.final_states, all.final_states()) << k;
    const SearchOutcome source = explore(program, Reversal::FirstStep, only(ErrorKind::Deadlock));
    EXPECT_EQ(source.statistics.executions, all.traces()) << k;
    EXPECT_EQ(source.final_states, all.final_states()) << k;
    most = std::max(most, all.traces());
  }
  EXPECT_GT(most, 20u) << "the programs have something to them";
}

TEST(OptimalDpor, FindsTheDeadlockOfOppositeLocks) {
  const SearchOutcome outcome = explore(testing::opposite_locks(), Reversal::WholeSequence);
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_EQ(outcome.errors[0].violation.kind, ErrorKind::Deadlock);
}

TEST(OptimalDpor, FindsTheLostUpdate) {
  const Program program = testing::lost_update();
  const SearchOutcome outcome =
      explore(program, Reversal::WholeSequence, only(ErrorKind::Assertion));
  ASSERT_EQ(outcome.errors.size(), 1u);
  Machine machine(program, kSteady);
  const auto again = replay(machine, outcome.errors[0].schedule, ErrorKind::Assertion);
  ASSERT_TRUE(again);
  EXPECT_TRUE(same_error(program, *again, outcome.errors[0].violation));
}

// The threads are never seen side by side on the way: one ends before the other begins to matter.
TEST(OptimalDpor, ShowsADataRaceByAScheduleThatStopsBeforeBoth) {
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const uint64_t y = builder.global("y");
  const Program program = threads_program(builder, {[=](ProgramBuilder& b) { b.store_to(x, 1); },
                                                    [=](ProgramBuilder& b) {
                                                      b.fetch_add(y, 1);
                                                      b.fetch_add(y, 1);
                                                      b.load_from(x);
                                                    }});
  const SearchOutcome outcome =
      explore(program, Reversal::WholeSequence, only(ErrorKind::DataRace));
  ASSERT_EQ(outcome.errors.size(), 1u);
  Machine machine(program, kSteady);
  EXPECT_TRUE(replay(machine, outcome.errors[0].schedule, ErrorKind::DataRace));
}

TEST(OptimalDpor, AWaitingLoopIsGoneRoundOnce) {
  ProgramBuilder builder;
  const uint64_t flag = builder.global("flag");
  const uint64_t data = builder.global("data");
  const Body waits = [=](ProgramBuilder& b) {
    const Point loop = b.here();
    b.jump_if_below(b.load_from(flag, kAtomic), 1, loop);
  };
  const Body sets = [=](ProgramBuilder& b) {
    for (unsigned k = 0; k < 3; ++k) b.fetch_add(data, 1);
    b.store_to(flag, 1, kAtomic);
  };
  const SearchOutcome outcome =
      explore(threads_program(builder, {waits, sets}), Reversal::WholeSequence);
  EXPECT_EQ(outcome.statistics.executions, 2u) << "the flag is set, or it is not yet";
  EXPECT_TRUE(outcome.errors.empty());
  EXPECT_EQ(outcome.incomplete, "");
}

TEST(OptimalDpor, ALoopThatNobodyEndsIsEndless) {
  ProgramBuilder builder;
  const uint64_t flag = builder.global("flag");
  const Body waits = [=](ProgramBuilder& b) {
    const Point loop = b.here();
    b.jump_if_below(b.load_from(flag, kAtomic), 1, loop);
  };
  const Body nothing = [=](ProgramBuilder& b) { b.load_from(flag, kAtomic); };
  const SearchOutcome outcome =
      explore(threads_program(builder, {waits, nothing}), Reversal::WholeSequence);
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_EQ(outcome.errors[0].violation.kind, ErrorKind::EndlessLoop);
}

}  // namespace
}  // namespace heddle
