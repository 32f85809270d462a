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
#include "search/growth.h"
#include "search/lone_run.h"
#include "search/side_by_side.h"
#include "search/state_log.h"
#include "search/visited_set.h"
#include "search/work_pool.h"

namespace heddle {

// What the workers on one state space share.
struct Team {
  VisitedSet& visited;
  WorkPool& pool;
  DepthRecord& depths;
  bool others_explore = false;  // a known state may still be in the work of somebody else
  StateLog* log = nullptr;  // for checkpoints: states that were new
};

class Search : Exploration {
 public:
  Search(Machine& machine, const SearchOptions& options);
  // One of several workers on the same state space.
  Search(Machine& machine, const SearchOptions& options, const Team& team);
  SearchOutcome run();

  // While the worker rests or waits: what it has left to do, nothing if that is in the pool; and its findings.
  std::optional<WorkItem> work_left() const;
  SearchOutcome so_far() const;
  Machine::Notes notes() const { return machine_.notes(); }

 private:
  struct Choice : OpenChoice {
    Machine::Mark mark;
    bool left;  // the machine has gone on from here since
    Growth growth;
    uint32_t number = FingerprintIndex::kNone;  // that the recorder knows the state by
  };

  // Whether the piece of work is done.
  bool explore(std::optional<ScheduleStep> step);
  bool begin(const WorkItem& item);
  void reopen(const OpenChoice& choice);
  void share_work();
  void leave_work();
  WorkItem piece() const;
  void rest();
  void commit();
  void note_arrival(const std::optional<Fingerprint>& state);
  void write_log(size_t count);

  // After a transition: either the next step is forced, or a choice was pushed, or the path ends.
  std::optional<ScheduleStep> arrive(Stop stop);
  std::optional<ScheduleStep> forced_step(ThreadNumber only);
  std::optional<ScheduleStep> push_choice(uint64_t threads, uint64_t enabled);
  void push_state(uint64_t threads, uint64_t first);
  uint64_t choosing_first() const;
  bool has_choice(uint64_t enabled) const;
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
  bool make_room() override { return (recorder_ && recorder_->give_up()) || visited_->shrink(); }
  double explored() const override;

  std::unique_ptr<VisitedSet> own_visited_;
  DepthRecord own_depths_;
  VisitedSet* visited_;
  DepthRecord* depths_;
  WorkPool* pool_ = nullptr;
  bool others_explore_ = false;
  StateLog* log_ = nullptr;
  StateLog::Records records_;  // not yet in the log
  size_t committed_ = 0;  // of these, from before the last step from a choice
  uint32_t branch_before_ = 0;  // of the choice on top, before that step
  Machine::Mark start_;
  uint64_t next_share_ = 0;  // transitions
  std::unique_ptr<Strategy> strategy_;  // none: the default order
  Budget budget_;
  std::vector<Choice> stack_;
  SideBySide side_by_side_;
  LoneRun forced_run_{kSuspiciousRun};
  std::unique_ptr<GraphRecorder> recorder_;  // if the next version is to build on this run
  Revisits* revisits_;  // if this one builds on another
};

}  // namespace heddle
