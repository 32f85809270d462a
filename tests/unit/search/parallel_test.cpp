// Tests of several workers on one state space: they find what one finds.
// SPDX-License-Identifier: Apache-2.0
#include "search/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <optional>
#include <thread>

#include "search/search_fixture.h"
#include "search/shared_set.h"
#include "search/striped_set.h"

namespace heddle {
namespace {

using testing::all_errors;
using testing::Body;
using testing::ProgramBuilder;
using testing::search;
using testing::threads_program;

SearchOutcome search_with(unsigned workers, const Program& program, SearchOptions options = {},
                          const MachineOptions& machine_options = {}) {
  if (options.errors.empty()) options.errors = all_errors();
  Machine machine(program, machine_options);
  return search_in_parallel(program, machine_options, options, workers, machine);
}

Program counters(unsigned threads, unsigned count) {
  ProgramBuilder builder;
  const uint64_t counter = builder.global("counter");
  const Body body = [=](ProgramBuilder& b) {
    for (unsigned k = 0; k < count; ++k)
      b.store(b.binary(Opcode::Add, b.load_from(counter, kAtomic), b.constant(1)),
              b.constant(counter), 8, kAtomic);
  };
  return threads_program(builder, std::vector<Body>(threads, body));
}

TEST(Parallel, VisitsTheSameStates) {
  const Program program = counters(3, 5);
  const SearchOutcome alone = search(program, {.collect_final_states = true});
  for (const unsigned workers : {1u, 2u, 3u, 8u}) {
    const SearchOutcome outcome = search_with(workers, program, {.collect_final_states = true});
    EXPECT_EQ(outcome.statistics.states, alone.statistics.states) << workers;
    EXPECT_EQ(outcome.statistics.transitions, alone.statistics.transitions) << workers;
    EXPECT_EQ(outcome.final_states, alone.final_states) << workers;
    EXPECT_EQ(outcome.incomplete, "");
  }
}

// Lets nothing pass. A copy made after the first question would copy what is being changed.
class AskedFilter final : public ChoiceFilter {
 public:
  explicit AskedFilter(std::atomic<int>& late_copies) : late_copies_(late_copies) {}
  std::optional<AvoidedBy> avoids_choice(const Machine&, ThreadNumber,
                                         const Pending&) const override {
    was_asked_ = true;
    return std::nullopt;
  }
  void watch(const Machine&, ThreadNumber, const Pending&) const override { was_asked_ = true; }
  bool was_wrong() const override { return false; }
  std::unique_ptr<ChoiceFilter> clone() const override {
    if (was_asked_) ++late_copies_;
    return std::make_unique<AskedFilter>(late_copies_);
  }

 private:
  std::atomic<int>& late_copies_;
  mutable std::atomic<bool> was_asked_ = false;
};

TEST(Parallel, EachWorkersFilterIsMadeBeforeTheFirstIsAsked) {
  const Program program = counters(3, 3);
  std::atomic<int> late_copies = 0;
  for (int round = 0; round < 20; ++round) {
    const AskedFilter filter(late_copies);
    search_with(4, program, {}, {.filter = &filter});
  }
  EXPECT_EQ(late_copies, 0);
}

TEST(Parallel, FindsTheErrors) {
  const Program program = testing::racy_counters(3);
  for (const bool plain_choices : {true, false}) {
    const MachineOptions options{.stop_when_alone = false, .plain_choices = plain_choices};
    for (const unsigned workers : {1u, 2u, 4u}) {
      const SearchOutcome outcome = search_with(workers, program, {}, options);
      ASSERT_FALSE(outcome.errors.empty());
      EXPECT_EQ(outcome.errors[0].violation.kind, ErrorKind::DataRace);
    }
  }
}

// A race between a transition that was given away and one that was kept.
TEST(Parallel, ComparesTransitionsAcrossWorkers) {
  for (unsigned round = 0; round < 20; ++round) {
    ProgramBuilder builder;
    const uint64_t gate = builder.global("gate");
    const uint64_t x = builder.global("x");
    const uint64_t m = builder.global("m"), n = builder.global("n");
    const auto racing = [&](uint64_t mutex) {
      return Body([=](ProgramBuilder& b) {
        for (unsigned k = 0; k < 3; ++k) b.fetch_add(gate, 1);
        b.lock(mutex);
        b.store_to(x, 1);
        b.unlock(mutex);
      });
    };
    const Program program = threads_program(builder, {racing(m), racing(n)});
    const SearchOutcome outcome =
        search_with(4, program, {}, {.stop_when_alone = false, .plain_choices = false});
    ASSERT_EQ(outcome.errors.size(), 1u);
    EXPECT_FALSE(outcome.needs_plain_choices);
  }
}

TEST(Parallel, LimitsHold) {
  const SearchOutcome outcome = search_with(3, counters(3, 6), {.limits = {.states = 100}});
  EXPECT_NE(outcome.incomplete.find("limit of 100 states"), std::string::npos);
}

TEST(Parallel, ProgressCanStopIt) {
  const SearchOutcome outcome =
      search_with(2, counters(3, 6), {.on_progress = [](const Statistics&) { return false; }});
  EXPECT_EQ(outcome.incomplete, "interrupted");
}

// How many states two workers find new, who go the same way at the same time.
uint64_t found_new(VisitedSet& one, VisitedSet& two) {
  const Program program = counters(2, 30);
  std::atomic<uint64_t> inserted{0};
  const auto walk = [&](VisitedSet& set) {
    Machine machine(program, {});
    machine.run(0);
    for (;;) {
      if (set.insert(machine, 0) == Insertion::New) ++inserted;
      EXPECT_TRUE(set.contains(machine, 0));
      EXPECT_FALSE(set.contains(machine, 1));
      const uint64_t enabled = machine.enabled_threads();
      if (machine.run(ThreadNumber(std::countr_zero(enabled))) == Stop::Exit) return;
    }
  };
  std::thread other([&] { walk(two); });
  walk(one);
  other.join();
  return inserted;
}

TEST(StripedSet, EachStateIsNewForOneOnly) {
  StripedSet set(size_t(1) << 30);
  const uint64_t inserted = found_new(set, set);
  EXPECT_EQ(inserted, set.size());
  EXPECT_GT(set.size(), 100u);
}

TEST(SharedSet, EachStateIsNewForOneOnly) {
  SharedSet set(size_t(1) << 30, WhenFull::Stop, 2);
  const uint64_t inserted = found_new(set.part(0), set.part(1));
  EXPECT_EQ(inserted, set.part(0).size());
  EXPECT_GT(set.part(1).size(), 100u);
}

Fingerprint numbered(uint64_t number) { return {mix(number, 1), mix(number, 2)}; }

// `workers` insert the same states, each beginning elsewhere; how many were new to them, and how many met no room.
struct Inserted {
  uint64_t found_new = 0, full = 0;
};
Inserted insert_at_once(SharedSet& set, unsigned workers, uint64_t states) {
  std::atomic<uint64_t> found_new{0}, full{0};
  std::vector<std::thread> threads;
  for (unsigned worker = 0; worker < workers; ++worker)
    threads.emplace_back([&, worker] {
      for (uint64_t k = 0; k < states; ++k) {
        const uint64_t number = (k + worker * states / (2 * workers)) % states;
        const Insertion result = set.part(worker).restore(visit_key(numbered(number), 0));
        found_new += result == Insertion::New;
        full += result == Insertion::Full;
      }
    });
  for (std::thread& thread : threads) thread.join();
  return {found_new, full};
}

TEST(SharedSet, GrowsWhileOthersInsert) {
  constexpr uint64_t kStates = 200'000;
  for (unsigned round = 0; round < 2; ++round) {
    SharedSet set(size_t(1) << 30, WhenFull::Stop, 4);
    const Inserted inserted = insert_at_once(set, 4, kStates);
    EXPECT_EQ(inserted.found_new, kStates);
    EXPECT_EQ(inserted.full, 0u);
    EXPECT_EQ(set.part(0).size(), kStates);
    const auto kept = set.part(0).fingerprints();
    ASSERT_TRUE(kept.has_value());
    std::vector<Fingerprint> expected;
    for (uint64_t k = 0; k < kStates; ++k) expected.push_back(visit_key(numbered(k), 0));
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(*kept, expected);
    for (uint64_t k = 0; k < kStates; ++k)
      ASSERT_EQ(set.part(1).restore(visit_key(numbered(k), 0)), Insertion::Known);
  }
}

// Fingerprints that agree in their low halves compete for the same entries.
TEST(SharedSet, TellsStatesWithOneLowHalfApart) {
  SharedSet set(size_t(1) << 30, WhenFull::Stop, 2);
  std::atomic<uint64_t> found_new{0};
  const auto insert_all = [&](unsigned worker) {
    for (uint64_t k = 0; k < 200; ++k)
      found_new += set.insert(worker, {7, k + 1}) == Insertion::New;
  };
  std::thread other(insert_all, 1);
  insert_all(0);
  other.join();
  EXPECT_EQ(found_new, 200u);
  EXPECT_EQ(set.part(0).size(), 200u);
}

TEST(SharedSet, IsFullOnce) {
  SharedSet set(size_t(1) << 20, WhenFull::Stop, 2);
  const Inserted inserted = insert_at_once(set, 2, 100'000);
  EXPECT_GT(inserted.full, 0u);
  EXPECT_EQ(inserted.found_new, set.part(0).size());
  EXPECT_LE(set.part(0).bytes(), size_t(1) << 20);
  EXPECT_FALSE(set.part(0).lossy_since());
}

TEST(SharedSet, GoesOnWithBits) {
  SharedSet set(size_t(1) << 20, WhenFull::KeepBits, 2);
  const Inserted inserted = insert_at_once(set, 2, 100'000);
  EXPECT_EQ(inserted.full, 0u);
  EXPECT_EQ(inserted.found_new, set.part(0).size());
  ASSERT_TRUE(set.part(0).lossy_since());
  EXPECT_GT(*set.part(0).lossy_since(), 10'000u);
  EXPECT_GT(set.part(0).size(), 90'000u);
  EXPECT_GT(set.part(0).omission_probability(), 0);
  EXPECT_FALSE(set.part(0).fingerprints());
  EXPECT_FALSE(set.part(0).shrink());
}

}  // namespace
}  // namespace heddle
