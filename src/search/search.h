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
//            its branches is persistent.
// Names: visited -> visited_, ch -> Choice, getRunnableThreads -> Machine::enabled_threads,
//        executeTransition -> Machine::run, isGloballyRelevant -> the machine's shared objects
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "result/schedule.h"
#include "result/statistics.h"
#include "search/visited_set.h"

namespace heddle {

struct SearchLimits {
  uint64_t states = ~uint64_t(0);
  uint64_t depth = ~uint64_t(0);  // transitions
  double seconds = 1e18;
  size_t bytes = ~size_t(0);
  std::optional<uint32_t> context_switches;  // explore only schedules with at most so many
};

struct SearchOptions {
  ErrorSet errors;
  SearchLimits limits;
  bool keep_going = false;
  bool exact = false;
  bool collect_final_states = false;
  // Called now and then with the figures so far; returns false to stop.
  std::function<bool(const Statistics&)> on_progress;
};

struct FoundError {
  Violation violation;
  Schedule schedule;
};

struct SearchOutcome {
  std::vector<FoundError> errors;
  std::string incomplete;  // why not everything was explored; empty when it was
  bool switches_limited = false;  // some schedule was cut by the bound on context switches
  std::set<std::string> ignored_errors;  // that ended executions but were not asked for
  std::set<Fingerprint> final_states;
  Schedule first_execution;  // the first that came to an end of the program
  Statistics statistics;
  double omission_probability = 0;
};

class Search {
 public:
  Search(Machine& machine, const SearchOptions& options);
  SearchOutcome run();

 private:
  // A state with more than one way to go on, and the ways not yet taken.
  struct Choice {
    Machine::Mark mark;
    size_t path_length;
    uint64_t threads;  // still to be run, as bits
    ThreadNumber preferred;  // goes first: fewer context switches make better traces
    uint32_t switches;  // in the schedule up to here
    uint32_t branch;  // next branch of the next thread, if it stands at a Choose
    bool left;  // the machine has gone on from here since
  };

  // After a transition: either the next step is forced, or a choice was pushed, or the path ends.
  std::optional<ScheduleStep> arrive(Stop stop);
  std::optional<ScheduleStep> arrive_at_state();
  std::optional<ScheduleStep> forced_step(ThreadNumber only);
  void end_forced_run();
  std::optional<ScheduleStep> push_choice(uint64_t threads);
  uint64_t choosing_first() const;
  std::optional<ScheduleStep> next_step();
  Stop take(const ScheduleStep& step);

  bool known(uint64_t extra);
  void check_state_properties();
  void check_end_properties();
  void report(const Violation& violation);
  void stop(std::string reason);
  void end_execution();
  void watch_limits();
  uint64_t within_switch_bound(uint64_t threads);
  uint64_t budget_key() const;
  ThreadNumber last_thread() const { return path_.empty() ? 0 : path_.back().thread; }
  double elapsed() const;

  Machine& machine_;
  const SearchOptions& options_;
  std::unique_ptr<VisitedSet> visited_;
  std::vector<Choice> stack_;
  Schedule path_;
  uint32_t switches_ = 0;
  SearchOutcome outcome_;
  std::set<std::vector<Point>> reported_;
  bool stopped_ = false;
  uint64_t forced_in_a_row_ = 0;
  Fingerprint forced_mark_;
  uint64_t until_watch_ = 0;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace heddle
