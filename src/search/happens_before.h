// HappensBefore: which transitions of the current path must come before which, and which of them race.
//
// A vector clock per event (a transition at its place in the path), kept as the path grows and is cut. An event comes
// after the earlier events of its thread, the creation of its thread, the events it depends on (dependence.h), and
// the events that made the word it waited for what it is.
//
// A race is a pair of events of different threads, ordered, that could have happened the other way round: the
// later one could have run just before the earlier one. For an operation that never waits this is any pair of
// dependent events with nothing in between. An operation that waits could have run earlier only if it was not held up
// without the earlier event and all that follows from it: so a lock races with the lock before it, not with the unlock
// between them.
//
// Papers: [AbdullaAronisJonssonSagonas-JACM17], Section 3 and, for operations that wait, Section 7.
//         [Mattern-89] for the clocks.
// Differs: a compare-and-exchange that fails only reads; what it would be elsewhere is known from the values that its
//          word has had along the path. Whether an operation was held up is read off the values that the awaited word has had along the path,
//          for every kind of waiting alike.
// Names: dom(E) -> events, e ->_E e' -> is_before, notdep(e, E) -> independent_of, reversible race -> Event::races
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "result/schedule.h"
#include "search/dependence.h"

namespace heddle {

using VectorClock = std::array<uint32_t, kMaxThreads>;
void join(VectorClock& clock, const VectorClock& other);

// What a thread stands before, as far as order matters.
struct Operation {
  std::shared_ptr<const Footprint> footprint;  // as expected
  std::array<AwaitCondition, 2> conditions;  // without an address: none
  std::optional<uint64_t> compares;  // a compare-and-exchange writes if it finds this
  std::optional<uint64_t> value;  // of what is accessed, if that is a word
  bool waits() const { return conditions[0].address != 0; }
};
Operation operation_of(const Machine& machine, ThreadNumber thread);

// A thread that went round in a loop until another event let it out again.
struct IdleLoop {
  size_t since = 0;
  size_t ended_by = 0;
};

struct Event {
  ScheduleStep step;
  uint32_t number = 0;  // among the events of its thread, from 1
  Operation operation;
  std::shared_ptr<const Footprint> footprint;  // as seen
  VectorClock clock{};
  std::vector<size_t> races;  // with these earlier events
  std::optional<uint64_t> value;  // as Operation::value, after it
  bool chooses = false;  // a nondeterministic choice
  uint64_t created = 0;  // threads
  std::vector<uint64_t> model_words;  // that a model wrote on the way
};

class HappensBefore {
 public:
  // The machine has just made this transition, before which the thread stood at `operation`.
  void append(const Machine& machine, const ScheduleStep& step, const Operation& operation,
              const Pending& pending, const std::optional<IdleLoop>& loop);
  void cut(size_t length);

  size_t size() const { return events_.size(); }
  const Event& operator[](size_t index) const { return events_[index]; }
  bool is_before(size_t earlier, size_t later) const {
    return includes(events_[later].clock, events_[earlier]);
  }
  // The events after this one that do not come after it.
  std::vector<size_t> independent_of(size_t index) const;
  // The earlier events that the operation a thread stands before could have run ahead of.
  std::vector<size_t> races_of_pending(const Machine& machine, ThreadNumber thread) const;
  // Whether the operation that a thread stands before could have run before an event.
  bool could_precede(size_t event, const Machine& machine, ThreadNumber thread) const;
  // The clock of a thread before the event of this number, which may be one to come.
  VectorClock clock_of_thread(ThreadNumber thread, size_t before) const;
  // Whether an operation with this footprint, if it comes after the event, must.
  static bool must_precede(const Event& event, const Operation& operation,
                           const Footprint& footprint);
  // What an operation would touch just before an event it races with.
  std::shared_ptr<const Footprint> footprint_before(size_t earlier, const Operation& operation,
                                                    size_t later) const;

  // A thread was given a number that depends on the order of events which this relation leaves open.
  bool numbers_depend_on_order() const { return numbers_depend_on_order_; }
  size_t bytes() const { return events_.capacity() * (sizeof(Event) + sizeof(Footprint)); }

  static bool includes(const VectorClock& clock, const Event& event) {
    return clock[event.step.thread] >= event.number;
  }

 private:
  struct WordValue {
    size_t event;
    uint32_t before;
    uint32_t after;
  };
  struct Past {
    VectorClock clock;
    std::vector<size_t> races;
  };

  // `machine` where the operation is still pending: for words that have never changed.
  Past past_of(ThreadNumber thread, const Operation& operation, const Footprint& footprint,
               const Machine* machine, const std::optional<IdleLoop>& loop) const;
  std::vector<size_t> dependences(ThreadNumber thread, const Operation& operation,
                                  const Footprint& footprint, const VectorClock& known,
                                  const Machine* machine) const;
  void add_dependences(const Touch& touch, uint64_t granule, ThreadNumber thread,
                       const Operation& operation, const VectorClock& known, const Machine* machine,
                       std::vector<size_t>& found) const;
  void join_releases(const Operation& operation, const Footprint& footprint, ThreadNumber thread,
                     VectorClock& clock) const;
  bool runs_without(size_t event, const Operation& operation, const Machine* machine) const;
  bool is_open_without(size_t event, const AwaitCondition& condition, const Machine* machine) const;
  std::optional<uint64_t> value_without(size_t event, const MemoryRange& range, size_t later) const;
  void keep_last(std::vector<size_t>& events) const;
  void record_words(const Machine& machine, Event& event);
  void record_threads(const Machine& machine, Event& event);

  std::vector<Event> events_;
  std::array<std::vector<size_t>, kMaxThreads> events_of_;
  std::array<std::vector<size_t>, kMaxThreads> creations_of_;
  std::array<std::optional<ThreadNumber>, kMaxThreads> parent_of_;  // in the whole search
  std::unordered_map<uint64_t, std::vector<size_t>> accesses_;  // by granule of 8 bytes
  std::unordered_map<uint64_t, std::vector<WordValue>> words_;  // written by models
  bool numbers_depend_on_order_ = false;
};

}  // namespace heddle
