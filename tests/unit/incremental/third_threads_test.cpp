// Tests of pair searches against the paper's rule for more than two threads, computed by brute force: along each execution up to the
// fragment, vector clocks over all synchronisation and accesses of shared memory say which events of other threads need not come
// before it. Each combination of these is put off until the fragment's end. What the fragment then reads, and what it leaves behind,
// must be among what the searches show it.
//
// Paper: [ParizekKliber-Pairs], "Exploring relevant interleavings of multiple threads" in Section 3.1.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "incremental/pair_search.h"
#include "search/search_fixture.h"
#include "support/random.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;

constexpr size_t kThreads = 5;  // main, T_i and three others
constexpr ThreadNumber kModified = 1;
constexpr size_t kVariables = 3;
constexpr size_t kLogged = 2;
constexpr size_t kCombinations = 8;  // that are tried of each prefix

// What T_i read in the fragment, and what it left in the variables that it touches there.
using Seen = std::vector<uint32_t>;

struct RandomProgram {
  Program program;
  Fragment fragment;
  std::array<uint64_t, kVariables> variables;
  std::array<uint64_t, kLogged> log;

  bool is_inside(const Machine& machine) const {
    if (!(machine.live_threads() & bit(kModified))) return false;
    const Point point = machine.frames(kModified).back().point;
    return point >= fragment.first && point <= fragment.last;
  }
  Seen seen(const Machine& machine, const TouchedMemory& touched) const {
    Seen seen;
    for (const uint64_t logged : log) seen.push_back(machine.word_at(logged).value_or(0));
    for (const uint64_t variable : variables)
      if (touched.depends_on({variable, 8}, true))
        seen.push_back(machine.word_at(variable).value_or(0));
    return seen;
  }
};

// The first thread's fragment reads twice, or reads and writes; the others store what they read, add, and lock.
RandomProgram random_program(uint64_t seed) {
  Random random(seed);
  ProgramBuilder builder;
  RandomProgram made;
  const uint64_t mutex = builder.global("mutex");
  for (size_t k = 0; k < kVariables; ++k)
    made.variables[k] = builder.global("v" + std::to_string(k));
  for (size_t k = 0; k < kLogged; ++k) made.log[k] = builder.global("log" + std::to_string(k));
  const auto variable = [&] { return made.variables[random.below(kVariables)]; };
  Point first = 0, last = 0;
  const bool under_lock = random.below(3) == 0;
  std::vector<Body> bodies;
  bodies.push_back([&](ProgramBuilder& b) {
    if (under_lock) b.lock(mutex);
    first = b.here();
    b.store(b.load_from(variable(), kAtomic), b.constant(made.log[0]));
    if (random.below(2) == 0)
      b.store(b.load_from(variable(), kAtomic), b.constant(made.log[1]));
    else
      b.store_to(variable(), 100, kAtomic);
    last = b.here() - 1;
    if (under_lock) b.unlock(mutex);
  });
  for (uint64_t thread = 2; thread < kThreads; ++thread)
    bodies.push_back([&, thread](ProgramBuilder& b) {
      const bool holds = random.below(3) == 0;
      if (holds) b.lock(mutex);
      for (uint64_t k = 0; k < 2; ++k) {
        switch (random.below(3)) {
          case 0: b.store_to(variable(), 10 * thread + k, kAtomic); break;
          case 1: b.fetch_add(variable(), 1); break;
          default: {
            const Operand read = b.load_from(variable(), kAtomic);
            b.store(b.binary(Opcode::Add, read, b.constant(1000 * thread)), b.constant(variable()),
                    8, kAtomic);
          }
        }
      }
      if (holds) b.unlock(mutex);
    });
  made.program = threads_program(builder, bodies);
  made.fragment = {.function = 0, .first = first, .last = last};
  return made;
}

using Clock = std::array<uint32_t, kThreads>;
void join(Clock& clock, const Clock& other) {
  for (size_t k = 0; k < kThreads; ++k) clock[k] = std::max(clock[k], other[k]);
}

// One transition: by whom, and what of every thread comes before it or is it.
struct Event {
  ScheduleStep step;
  Clock clock;
};

// The events along a path of the search.
class HappensBefore {
 public:
  void take(const Machine& machine, const ScheduleStep& step) {
    saved_.push_back({clocks_, words_});
    events_.push_back({step, {}});
    ++clocks_[step.thread][step.thread];
    pending_ = machine.thread(step.thread).pending;
  }
  void taken(const Machine& machine) {
    Event& event = events_.back();
    Clock& clock = clocks_[event.step.thread];
    visit(pending_, [&](uint64_t word, bool writes) { touch(clock, word, writes); });
    for (const Pending& operation : machine.operations())
      visit(operation, [&](uint64_t word, bool writes) { touch(clock, word, writes); });
    for (const TransitionAccess& access : machine.accesses().all())
      visit(access.range, access.writes, [&](uint64_t w, bool writes) { touch(clock, w, writes); });
    event.clock = clock;
    for (const auto& [parent, child] : machine.creations()) join(clocks_[child], clocks_[parent]);
  }
  void go_back(size_t length) {
    if (events_.size() == length) return;
    clocks_ = saved_[length].clocks;
    words_ = std::move(saved_[length].words);
    saved_.resize(length);
    events_.resize(length);
  }
  const std::vector<Event>& events() const { return events_; }
  const Clock& of(ThreadNumber thread) const { return clocks_[thread]; }

 private:
  struct Word {
    Clock writes{}, reads{};
  };
  struct Saved {
    std::array<Clock, kThreads> clocks;
    std::map<uint64_t, Word> words;
  };
  template <typename Touch>
  static void visit(const MemoryRange& range, bool writes, Touch touch) {
    if (range.size == 0) return;
    for (uint64_t word = range.address / 8; word <= (range.address + range.size - 1) / 8; ++word)
      touch(word, writes);
  }
  template <typename Touch>
  static void visit(const Pending& pending, Touch touch) {
    visit(pending.range, pending.writes, touch);
    visit(pending.second_read, false, touch);
    if (pending.object) visit({pending.object, 1}, true, touch);
    for (const AwaitCondition& condition : pending.conditions)
      if (condition.address) visit({condition.address, 4}, false, touch);
  }
  void touch(Clock& clock, uint64_t number, bool writes) {
    Word& word = words_[number];
    join(clock, word.writes);
    if (writes) join(clock, word.reads);
    join(writes ? word.writes : word.reads, clock);
  }

  std::vector<Event> events_;
  std::vector<Saved> saved_;
  std::array<Clock, kThreads> clocks_{};
  std::map<uint64_t, Word> words_;
  Pending pending_;
};

// A PairStrategy, of which it is noted how T_i comes to the fragment, and what it has seen when it leaves it.
struct Notes {
  struct Prefix {
    std::vector<Event> events;
    Clock entry;  // of T_i
  };
  std::map<std::vector<ThreadNumber>, Prefix> prefixes;  // by who ran
  std::set<Seen> seen;
};
class NotingStrategy final : public Strategy {
 public:
  NotingStrategy(const RandomProgram& made, const PairTask& task, PairSightings& sightings,
                 const TouchedMemory& touched, Notes& notes)
      : made_(made), pairs_(task, sightings), touched_(touched), notes_(notes) {}

  Arrangement arrange(const Machine& machine, uint64_t enabled, ThreadNumber last) override {
    return pairs_.arrange(machine, enabled, last);
  }
  uint64_t key(const Machine& machine, uint64_t enabled, ThreadNumber last) override {
    return pairs_.key(machine, enabled, last);
  }
  ThreadNumber next(const Machine& machine, uint64_t threads, ThreadNumber last) override {
    return pairs_.next(machine, threads, last);
  }
  void take(const Machine& machine, const ScheduleStep& step) override {
    was_inside_ = made_.is_inside(machine);
    order_.take(machine, step);
    pairs_.take(machine, step);
  }
  void taken(const Machine& machine) override {
    order_.taken(machine);
    pairs_.taken(machine);
    const bool is_inside = made_.is_inside(machine);
    if (was_inside_ && !is_inside) notes_.seen.insert(made_.seen(machine, touched_));
    // Whatever comes before the fragment, as long as T_i stands at its entry.
    if (is_inside && machine.frames(kModified).back().point == made_.fragment.first) note_prefix();
  }
  void go_back(size_t length) override {
    order_.go_back(length);
    pairs_.go_back(length);
  }

 private:
  void note_prefix() {
    std::vector<ThreadNumber> threads;
    for (const Event& event : order_.events()) threads.push_back(event.step.thread);
    notes_.prefixes.insert({threads, {order_.events(), order_.of(kModified)}});
  }

  const RandomProgram& made_;
  PairStrategy pairs_;
  const TouchedMemory& touched_;
  Notes& notes_;
  HappensBefore order_;
  bool was_inside_ = false;
};

constexpr MachineOptions kSettings{.note_accesses = true, .note_operations = true};

PairSightings explore(const RandomProgram& made, const PairTask& task, const TouchedMemory& touched,
                      Notes& notes) {
  PairSightings sightings;
  SearchOptions options;
  options.make_strategy = [&] {
    return std::make_unique<NotingStrategy>(made, task, sightings, touched, notes);
  };
  EXPECT_TRUE(testing::search(made.program, options, kSettings).incomplete.empty());
  return sightings;
}

// Runs what was chosen of a prefix, then T_i through the fragment, and takes it all back; nothing if one of them cannot run.
std::optional<Seen> run(const RandomProgram& made, Machine& machine, const Notes::Prefix& prefix,
                        const std::vector<bool>& put_off, const TouchedMemory& touched) {
  const Machine::Mark start = machine.mark();
  const auto step = [&](ThreadNumber thread) {
    return machine.is_enabled(thread) && machine.run(thread) != Stop::Violation;
  };
  bool runs = true;
  for (size_t k = 0; runs && k < prefix.events.size(); ++k)
    runs = put_off[k] || step(prefix.events[k].step.thread);
  while (runs && made.is_inside(machine)) runs = step(kModified);
  std::optional<Seen> seen;
  if (runs) seen = made.seen(machine, touched);
  machine.undo(start);
  return seen;
}

class ThirdThreads : public ::testing::Test {
 protected:
  // Everything that the rule asks for; how many combinations that were.
  size_t check(uint64_t seed) {
    const RandomProgram made = random_program(seed);
    std::vector<TouchedMemory> by_others;
    const TouchedMemory touched = explore_pairs(made, by_others);
    Notes shown;
    for (size_t other = 0; other < kThreads; ++other)
      if (other != kModified) explore(made, task_of(made, other), touched, shown);
    PairTask task = task_of(made, 0);
    task.scope = PairScope::AllThreads;
    Notes everywhere;  // every interleaving of the others before the fragment
    explore(made, task, touched, everywhere);
    if (several_matter(touched, by_others)) {
      const TouchedMemory matters = memory_that_matters(touched, by_others);
      task.touched = &matters;
      explore(made, task, touched, shown);
    }
    size_t combinations = 0;
    Random random(seed);
    Machine machine(made.program, kSettings);
    for (const auto& [threads, prefix] : everywhere.prefixes)
      combinations += check(made, machine, prefix, touched, shown.seen, random);
    return combinations;
  }

 private:
  static PairTask task_of(const RandomProgram& made, size_t other) {
    PairTask task{.fragments = {made.fragment}, .modified = {1}, .other = {}};
    if (other) task.other = {uint32_t(other)};
    return task;
  }

  TouchedMemory explore_pairs(const RandomProgram& made, std::vector<TouchedMemory>& by_others) {
    TouchedMemory touched;
    Notes notes;
    for (size_t other = 0; other < kThreads; ++other) {
      if (other == kModified) continue;
      const PairSightings seen = explore(made, task_of(made, other), touched, notes);
      touched.add(seen.sides[0].touched);
      by_others.push_back(seen.sides[0].by_other);
    }
    return touched;
  }

  size_t check(const RandomProgram& made, Machine& machine, const Notes::Prefix& prefix,
               const TouchedMemory& touched, const std::set<Seen>& shown, Random& random) {
    size_t combinations = 0;
    for (size_t k = 0; k < kCombinations; ++k) {
      const std::vector<bool> put_off = combination(prefix, random);
      const std::optional<Seen> seen = run(made, machine, prefix, put_off, touched);
      if (!seen) continue;
      ++combinations;
      EXPECT_TRUE(shown.contains(*seen)) << told(prefix, put_off);
    }
    return combinations;
  }

  // Some of the events that need not come before the fragment, and what must come after these.
  static std::vector<bool> combination(const Notes::Prefix& prefix, Random& random) {
    const std::vector<Event>& events = prefix.events;
    std::vector<bool> put_off(events.size());
    for (size_t k = 0; k < events.size(); ++k) {
      const ThreadNumber thread = events[k].step.thread;
      if (thread == kModified || events[k].clock[thread] <= prefix.entry[thread]) continue;
      put_off[k] = random.below(4) == 0;
      for (size_t earlier = 0; earlier < k; ++earlier) {
        const ThreadNumber other = events[earlier].step.thread;
        put_off[k] = put_off[k] ||
                     (put_off[earlier] && events[k].clock[other] >= events[earlier].clock[other]);
      }
    }
    return put_off;
  }

  static std::string told(const Notes::Prefix& prefix, const std::vector<bool>& put_off) {
    std::string text;
    for (size_t k = 0; k < prefix.events.size(); ++k)
      text += std::to_string(prefix.events[k].step.thread) + (put_off[k] ? "- " : " ");
    return text;
  }
};

TEST_F(ThirdThreads, EachUnorderedEventComesBeforeTheFragmentAndAfterIt) {
  size_t combinations = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    combinations += check(seed);
  }
  EXPECT_GT(combinations, 1000u);
}

}  // namespace
}  // namespace heddle
