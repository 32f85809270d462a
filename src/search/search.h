// Search: depth-first traversal of the state space with state matching.
//
//   explore(s):  if s is known, go back
//                for each step in order(enabled(s)):  explore(run(step, s))
//
// with an explicit stack, and transitions taken back instead of states copied. A transition is an
// operation that others could notice and all the local ones after it; where that is, the machine
// and the reduction decide.
//
// Paper: [ParizekLhotak-SCP], Figures 2 and 5.
// Differs: - a state in which only one thread can run is no choice; of a row of such states only the
//            first is stored and matched (a cycle of them is an endless loop, and found as one);
//          - a thread at a nondeterministic choice branches alone: its choice is local, so the set of
//            its branches is persistent. If one leads to a known state, the others are run as well, or a
//            loop of such choices could keep them from ever being run.
// Order and what is left out are a Strategy's business, bounds a Budget's.
// Names: visited -> visited_, ch -> Choice, getRunnableThreads -> Machine::enabled_threads,
//        executeTransition -> Machine::run, isGloballyRelevant -> the machine's shared objects
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "search/depth_record.h"
#include "search/exploration.h"
#include "search/lone_run.h"
#include "search/side_by_side.h"
#include "search/visited_set.h"
#include "search/work_pool.h"

namespace heddle {

class Search : Exploration {
 public:
  Search(Machine& machine, const SearchOptions& options);
  // One of several workers on the same state space.
  Search(Machine& machine, const SearchOptions& options, VisitedSet& visited, WorkPool& pool);
  SearchOutcome run();

 private:
  // A state with more than one way to go on, and the ways not yet taken.
  struct Choice {
    Machine::Mark mark;
    size_t path_length;
    uint64_t all;  // threads that are run from here, as bits
    uint64_t threads;  // of these, still to be run by us
    uint64_t first;  // of these, before the others
    uint64_t put_off;  // can run, but a thread that chooses for itself goes first
    ThreadNumber last;  // ran before
    ThreadNumber current;  // taken from here last
    uint32_t spent;  // by the schedule up to here
    uint32_t branch;  // next branch of the next thread, if it stands at a Choose
    bool left;  // the machine has gone on from here since
    bool came_round;  // a way from here, without another choice on it, led to a known state
  };

  void explore(std::optional<ScheduleStep> step);
  void begin(const WorkItem& item);
  void share_work();

  // After a transition: either the next step is forced, or a choice was pushed, or the path ends.
  std::optional<ScheduleStep> arrive(Stop stop);
  std::optional<ScheduleStep> forced_step(ThreadNumber only);
  std::optional<ScheduleStep> push_choice(uint64_t threads, uint64_t enabled);
  void push_state(uint64_t threads, uint64_t first);
  uint64_t choosing_first() const;
  std::optional<ScheduleStep> next_step();
  bool take_up(Choice& choice);
  ThreadNumber next_thread(const Choice& choice);
  void compare(ThreadNumber thread);

  bool known(uint64_t enabled);
  bool is_known(uint64_t enabled);
  bool has_depth_limit() const { return options_.limits.depth != SearchLimits{}.depth; }
  bool leads_further(uint64_t extra) const;
  Fingerprint depth_key(uint64_t extra) const;
  uint64_t affordable(uint64_t threads, uint64_t enabled);
  Held held() const override;

  std::unique_ptr<VisitedSet> own_visited_;
  VisitedSet* visited_;
  WorkPool* pool_ = nullptr;
  Machine::Mark start_;
  uint64_t next_share_ = 0;  // transitions
  std::unique_ptr<Strategy> strategy_;  // none: the default order
  Budget budget_;
  std::vector<Choice> stack_;
  SideBySide side_by_side_;
  DepthRecord depths_;
  LoneRun forced_run_{kSuspiciousRun};
};

}  // namespace heddle
