// Exploration: what every way of searching shares: the path, the properties, the limits, the figures.
//
// A search decides where to go; this class goes there, looks at what it finds, and says whether the
// path can go on.
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
#include "result/search_summary.h"
#include "result/statistics.h"
#include "search/bound.h"
#include "search/run_graph.h"
#include "search/side_by_side.h"
#include "search/strategy.h"
#include "search/visited_set.h"

namespace heddle {

struct CheckpointPlan;
class Revisits;

struct SearchLimits {
  uint64_t states = ~uint64_t(0);
  uint64_t depth = ~uint64_t(0);  // transitions
  double seconds = 1e18;
  size_t bytes = ~size_t(0);
  std::optional<Bound> bound;  // explore only schedules within it
};

struct SearchOptions {
  ErrorSet errors;
  SearchLimits limits;
  bool keep_going = false;
  bool exact = false;
  WhenFull when_full = WhenFull::Stop;  // what the visited set does then
  bool collect_final_states = false;
  uint64_t keep_transitions =
      0;  // a depth-first search hands over those that it took if there are no more than this
  // What is known of an earlier version of the program that was verified.
  std::shared_ptr<Revisits> revisits;
  // How a depth-first search goes about it; each search has a strategy of its own. Empty: as by_default says.
  std::function<std::unique_ptr<Strategy>()> make_strategy;

  // Called now and then with the figures so far; returns false to stop.
  std::function<bool(const Statistics&)> on_progress;

  const CheckpointPlan* checkpoint = nullptr;  // for a depth-first search; none: no checkpoints
};

struct FoundError {
  Violation violation;
  Schedule schedule;  // on a machine that has all choices, see refine.h
};

struct SearchOutcome {
  std::vector<FoundError> errors;
  std::string incomplete;  // why not everything was explored; empty when it was
  bool surprised = false;  // the static analyses were: see ChoiceFilter::was_wrong
  bool needs_plain_choices = false;  // the search has to be done again with them
  std::string left_out;  // what a bound or a heuristic kept from being explored; empty if nothing
  bool depth_reached = false;  // some execution was cut by the limit of depth
  bool bound_reached = false;  // some schedule was cut by the bound
  std::set<std::string> ignored_errors;  // that ended executions but were not asked for
  std::set<Fingerprint> final_states;
  std::optional<TakenTransitions> taken;  // see SearchOptions::keep_transitions
  bool lost_transitions = false;  // one of several workers has not handed them over
  bool misled =
      false;  // what is known of the earlier version turned out wrong: see Revisits::misleads
  Schedule first_execution;  // the first that came to an end of the program
  Statistics statistics;
  SearchSummary summary;
  double omission_probability = 0;
};

// The reason why the search is incomplete then.
std::string depth_limit_reached(const SearchLimits& limits);

// Steps of a thread that alone can run, before it is watched for an endless loop.
inline constexpr uint64_t kSuspiciousRun = 256;

class Exploration {
 public:
  Exploration(Machine& machine, const SearchOptions& options);
  virtual ~Exploration() = default;

 protected:
  // Runs a transition, which becomes the last of the path.
  Stop take(const ScheduleStep& step);
  // Whether the path can go on after a transition; reports what is wrong with the state it led to, or
  // with the end. `enabled` are then the threads that can run.
  bool goes_on(Stop stop, uint64_t& enabled);
  // The path is cut to this length: the machine has been taken back to there.
  void cut_path(size_t length) { path_.resize(length); }

  // Whether the state is new; stops the search if there is no room for it, or at the limit of states.
  bool insert(VisitedSet& visited, uint64_t extra);
  // The last transition met another one that conflicts: a race, or all choices are needed to tell.
  void report_meeting(const SideBySide::Meeting& meeting);
  Violation endless_loop(ThreadNumber only) const;
  // An error at the end of the path.
  void report(const Violation& violation);
  // An error at the end of another schedule, in all steps (see refine.h).
  void report(const Violation& violation, Schedule schedule);
  // Ends the search before everything has been explored.
  void stop(std::string reason);
  bool stopped() const { return stopped_; }
  ThreadNumber last_thread() const { return path_.empty() ? 0 : path_.back().thread; }
  double elapsed() const;
  // What the visited set may have taken for known, and was not.
  void say_what_is_missed(const VisitedSet& visited);
  // The figures as they are now.
  void add_figures(SearchOutcome& outcome) const;
  SearchOutcome finish();

  // What the search keeps besides the machine, for limits and figures.
  struct Held {
    uint64_t states = 0;
    size_t visited_bytes = 0;
    size_t other_bytes = 0;
  };
  virtual Held held() const = 0;
  // There is no more memory: whether some could be freed.
  virtual bool make_room() { return false; }
  // The share of the work that is done, by estimate; 0 where the method has none.
  virtual double explored() const { return 0; }

  Machine& machine_;
  const SearchOptions& options_;
  Schedule path_;
  SearchOutcome outcome_;

 private:
  bool end_path(Stop stop);
  void check_state_properties();
  void check_end_properties();
  void end_execution();
  void watch_limits();
  size_t bytes_held(const Held& kept) const {
    return kept.visited_bytes + machine_.bytes_in_use() + kept.other_bytes;
  }

  std::set<std::vector<Point>> reported_;
  bool stopped_ = false;
  bool cannot_tell_ = false;  // an error in the steps of a machine with all choices: see refine.h
  uint64_t until_watch_ = 0;
  double next_estimate_ = 0;  // seconds
  double explored_ = 0;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace heddle
