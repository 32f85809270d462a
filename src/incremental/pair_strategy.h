// PairStrategy: lets two threads take turns around a fragment, and others only as far as they matter to it.
//
//   onThreadSchedulingChoice: T_i stands in the fragment:  {T_i, T_j}
//                             T_i has not come to it yet:  {T_i}, if it can run
//                             otherwise:                   the thread that ran last goes on
//
// If T_j may come to the fragment as well, (T_i, T_j) and (T_j, T_i) are explored at once, since most of what they explore is the same: the fragment
// is stood in if one of the two does so, and who comes to it first is a choice, made as soon as there is one.
//
// Where none of these can run, a thread goes on that brings T_i further: one that it waits for, or that will create it. Up to the fragment nothing
// depends on who T_j is.
//
// More than two threads: each event of another one that touches what T_i touches in the fragment, or where others meet that do so, and that
// need not come before the fragment, is explored before it, after it and between its own, in all combinations: while T_i stands in the fragment, and
// while it waits on its way there, any thread may go on, and does so up to its next such event. What must come before does so on every such path.
//
// Paper: [ParizekKliber-Pairs], Figure 2; the heuristic of Section 3.1 that runs T_i first; "relevant interleavings of multiple threads".
// Differs: - T_i is in the fragment if a frame of its stack is, so that calls, recursion and re-entry need no bookkeeping. Standing at the
//            entry and standing before the first visible operation behind it is the same.
//          - so is standing before a lock that is held in the fragment: behind it, T_j could not come first any more.
//          - both threads may go on at all points of both while T_i is inside, not only at T_i's own: more is explored.
//          - a thread T_j that does not exist yet is stood for by the one that will create it. Otherwise T_i, which runs first,
//            would always be through with the fragment before T_j begins.
//          - what is explored depends on whether T_i has been in the fragment and on who runs: this is part of the state (key).
//          - third threads: the paper takes their events from one execution and a happens-before order over it, and adds the other
//            orders to choices already made, which state matching may have cut off. Here the choices are made at once, and events that
//            the one execution did not come to are among them. All that is taken from other executions, those of pairs, is which memory
//            the fragment and others touch. tests/unit/incremental/third_threads_test.cpp computes the paper's events with vector clocks, and
//            finds what they can bring about among what is explored.
//          - a thread that goes round in a loop waiting for others lets them run.
// Names: T_cur -> last, p_i in l_mod -> Phase::Inside
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include "incremental/pairs.h"
#include "search/strategy.h"
#include "support/bit_set.h"

namespace heddle {

// Whose orders are explored.
enum class PairScope : uint8_t {
  Pair,  // of the two, around the fragment
  AllThreads,  // of T_i with all others
};

// Memory that was touched, by words.
class TouchedMemory {
 public:
  void add(const MemoryRange& range, bool writes);
  void add(const TouchedMemory& other);
  // What both touch and at least one writes; for others that is as if it were written.
  void add_conflicts(const TouchedMemory& one, const TouchedMemory& other);
  // Whether the order of such an access and one of these matters.
  bool depends_on(const MemoryRange& range, bool writes) const;
  bool depends_on(const TouchedMemory& other) const;
  // Whether something is written that the other touches.
  bool changes(const TouchedMemory& other) const;

 private:
  void add_word(uint64_t word, bool writes);

  std::unordered_map<uint64_t, bool> written_;  // by address
  // Most accesses are to words touched before; what was added last, by some bits of the address.
  std::vector<uint64_t> recent_;
};

// What is explored, and who may run while T_i stands in the fragment.
struct PairTask {
  std::vector<Fragment> fragments;
  CreationPath modified;  // T_i
  CreationPath other;  // T_j, or one of them
  bool both = false;  // the other way round as well
  PairScope scope = PairScope::Pair;
  const TouchedMemory* touched =
      nullptr;  // where order may matter, as far as known; null: everywhere
  const WatchedCode* code = nullptr;  // of the fragments; null: nothing stops there
};

// What the runs of a search saw.
struct PairSightings {
  // Of T_i; and of T_j, with T_i as the other one, if both orders are explored.
  struct Side {
    bool entered = false;  // it came to a fragment; of both, while the other one could still run
    TouchedMemory touched;  // there
    TouchedMemory by_other;  // while it was there or on its way
  };
  std::array<Side, 2> sides;
  bool let_others_run = false;  // in a fragment, or before a lock that is held there
  std::vector<DynamicThread> threads;  // main first

  bool entered() const { return sides[0].entered || sides[1].entered; }
  // What another worker saw.
  void add(const PairSightings& other);
};

// Adds a thread that is not among these, or what they do not know of it.
void note_thread(std::vector<DynamicThread>& threads, const DynamicThread& thread);

// The creation paths of the threads along a path of the search.
class ThreadPaths {
 public:
  explicit ThreadPaths(std::vector<DynamicThread>& seen);
  // The machine has taken the transition that made the path this long.
  void taken(const Machine& machine, size_t length);
  void go_back(size_t length);

  // The place of a path among those seen, for good; it counts as seen from now on.
  uint32_t id_of(const CreationPath& path);
  std::optional<ThreadNumber> find(const Machine& machine, uint32_t id) const;
  // The thread, or the one that will create it, or an ancestor of it; nothing if it has ended.
  std::optional<ThreadNumber> find_or_creator(const Machine& machine, uint32_t id);

 private:
  struct Undo {
    size_t length;
    ThreadNumber thread;
    uint32_t id;
    uint32_t children;
  };
  void save(ThreadNumber thread, size_t length);
  void see_function(const Machine& machine, ThreadNumber thread);

  std::vector<DynamicThread>& seen_;  // by id
  std::array<uint32_t, kMaxThreads> ids_{};
  std::array<uint32_t, kMaxThreads> children_{};
  std::vector<Undo> undo_;
};

class PairStrategy final : public Strategy {
 public:
  PairStrategy(const PairTask& task, PairSightings& sightings);

  Arrangement arrange(const Machine& machine, uint64_t enabled, ThreadNumber last) override;
  uint64_t key(const Machine& machine, uint64_t enabled, ThreadNumber last) override;
  ThreadNumber next(const Machine& machine, uint64_t threads, ThreadNumber last) override;
  void take(const Machine& machine, const ScheduleStep& step) override;
  void taken(const Machine& machine) override;
  void go_back(size_t length) override;

 private:
  enum class Phase : uint8_t { Before, Inside, After };
  using Side = uint8_t;
  static constexpr Side kNone = 2;
  struct Place {
    bool inside = false;  // the thread stands in a fragment
    bool at_gate = false;  // or before a lock that is held there
    bool is_leaving = false;  // it has left a fragment, and done nothing since
    bool was_there = false;
    // Whether the order of what it does next with what others do is explored.
    bool counts() const { return inside || at_gate || is_leaving; }
  };
  struct Record {
    ThreadNumber thread = 0;
    Phase phase = Phase::Before;
    Side leader = 0;  // which of the two comes to the fragment first, or left it last
    std::array<Place, 2> places;
    // A thread other than T_i has done nothing yet that matters to it, since others could run last.
    bool goes_on = false;
    uint64_t idle = 0;  // threads that went round without changing anything
    uint32_t run = 0;  // transitions of the same thread in a row
    Fingerprint kept;  // a state of that run
    Fingerprint memory;
  };
  size_t sides() const { return task_.both ? 2 : 1; }
  uint64_t explored(const Machine& machine, uint64_t enabled, ThreadNumber last);
  uint64_t before(const Machine& machine, uint64_t enabled, ThreadNumber last);
  uint64_t all_of(uint64_t enabled) const;
  uint64_t one_of(const Machine& machine, uint64_t enabled, ThreadNumber last);
  uint64_t bit_of(const Machine& machine, Side side) const;
  std::optional<ThreadNumber> who_brings(const Machine& machine, uint64_t enabled, Side side);
  void find_leader(const Machine& machine, ThreadNumber chosen);
  template <typename Visit>
  void visit_touched(const Machine& machine, Visit visit) const;
  void note_touched(const Machine& machine, TouchedMemory& memory) const;
  void see_place(const Machine& machine, Side side, Record& record);
  void note_sightings(const Machine& machine, const Record& record, const Record& previous);
  const Record& now() const { return records_.back(); }

  const PairTask& task_;
  PairSightings& sightings_;
  ThreadPaths paths_;
  const std::array<uint32_t, 2> ids_;  // of T_i and T_j
  // The Points of the fragments, and of the locks held in them; smaller than the program.
  Point end_ = 0;
  BitSet inside_;
  BitSet gates_;
  std::vector<Record> records_;  // before the first transition, and after each
  Pending first_;  // what the transition that is taken begins with
  Pending awaited_;  // what T_i stood before
  Side mover_ = kNone;  // whose transition it is
  bool both_live_ = false;
};

}  // namespace heddle
