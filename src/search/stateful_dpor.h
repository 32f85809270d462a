// StatefulDpor: depth-first search with state matching that runs at each state only the threads whose order matters from there.
//
//   explore(s):  run one thread t that can run, and explore what follows
//                for each access that may follow t(s) and depends on t, of a thread q that is not run from s, unless q has to wait
//                  there for a thread that is:  run q from s as well, or, if it cannot run, a thread it waits for
//                what follows s is what each of these transitions accesses, and what follows that
//
// What may follow a state is kept with it (access_summaries.h): a state that is met again is not explored again, what follows it is
// looked up. When a state is left, the threads run from it are a persistent set: whatever the others do, without these, up to a
// point where they would interfere with one of these transitions, they could also have done after it, and it would have been seen.
// So every order of dependent operations is explored, and with it every final state, deadlock and error; two accesses
// that race come to stand side by side, since they depend on each other and both can run.
//
// State spaces with cycles: what follows a state is known when all states that can be reached from it and lead back to it are
// explored. These (the strongly connected components) are found on the way; all threads are run from each state of them, so that no thread
// is forgotten round a cycle, and they have one summary. A transition that leads from a state to itself is no cycle:
// it is not counted as run.
//
// Papers: [FlanaganGodefroid-POPL05]; [YangChenGopalakrishnanKirby-SPIN08] for the summaries; [Tarjan-SICOMP72].
// Differs: - threads are added where the state is left, by comparing with what follows it, instead of looking back along the
//            path from each operation: known states need no case of their own, and no clocks are kept;
//          - what happens before what is kept in the summaries, as far as creation, waking, locks and atomic words go;
//          - a transition may have any length, so that it goes with every reduction: see transition_effects.h. What a thread does in it
//            after its first operation was allowed to follow because nobody else could interfere at that moment; what others
//            could have done before the whole transition depends on the first operation, or is a data race;
//          - no sleep sets: with state matching they save transitions only, and would have to be kept with each state.
// Names: backtrack(s) -> Level::todo and done, enabled(s) -> Level::enabled
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "search/access_summaries.h"
#include "search/exploration.h"
#include "search/lone_run.h"
#include "search/side_by_side.h"
#include "search/summary_table.h"

namespace heddle {

class StatefulDpor : Exploration {
 public:
  StatefulDpor(Machine& machine, const SearchOptions& options);
  SearchOutcome run();

  // States with a choice that were left, and those of them from which not all threads were run.
  struct Figures {
    uint64_t left = 0;
    uint64_t reduced = 0;
  };
  const Figures& figures() const { return figures_; }

 private:
  static constexpr uint32_t kNone = ~uint32_t(0);

  // A state of the path.
  struct Level {
    Machine::Mark mark{};
    size_t path_length = 0;
    uint64_t enabled = 0;
    uint64_t todo = 0;  // threads to be run from here
    uint64_t done = 0;  // threads that have been
    uint64_t idle = 0;  // of these, those that led back here at once
    ThreadNumber last = 0;  // ran before
    ThreadNumber current = 0;
    uint32_t branch = 0;  // next branch of the current thread, if it stands at a Choose
    bool chooses = false;  // the current thread, which has several transitions
    bool left = false;  // the machine has gone on from here
    bool is_compared = false;  // transitions from here, for data races
    bool is_cyclic = false;
    Fingerprint key;  // of the state, if it is kept
    uint32_t order = kNone;  // of the state, if it is kept
    uint32_t low = kNone;  // the earliest state on the path that can be reached
    TransitionEffects effects;  // of the transition that leads on
    SummaryId summary = 0;  // of what follows, as far as explored
  };

  void take_next(Level& level);
  void arrive(Stop stop);
  bool goes_round(bool alone, uint64_t enabled);
  void meet(uint64_t enabled, bool alone);
  void push(uint64_t enabled, uint64_t todo, bool is_compared);
  bool has_more(Level& level);
  void leave();
  SummaryId close(Level& level);

  // The transition that led on from a level has been explored.
  void come_back(Level& level, SummaryId after);
  void add_threads(Level& level, SummaryId after);
  void go_back(Level& level);
  uint64_t missing(const Level& level, ThreadNumber thread,
                   const AccessSummaries::Past& past) const;
  bool must_wait_for(uint64_t threads, const AccessSummaries::Past& past) const;
  SummaryId waiting();
  void compare(ThreadNumber thread);
  Held held() const override;

  SummaryTable states_;
  AccessSummaries summaries_;
  std::vector<Level> levels_;
  std::vector<Fingerprint> open_;  // states met whose summary is not complete
  uint32_t met_ = 0;
  SideBySide side_by_side_;
  LoneRun forced_run_{kSuspiciousRun};
  bool has_chosen_ = false;
  Figures figures_;
};

}  // namespace heddle
