// OptimalDpor: stateless search that completes one execution for each way in which dependent operations can be ordered.
//
//   explore(E):  run on, any thread that does not sleep, to the end of the program
//                for each race (e, e') of this execution:  at the state before e, note the sequence of all that
//                  does not come after e, then e'; unless what was explored there before covers it
//                go back to the last state with something noted;  who was explored there sleeps
//
// No states are kept, so the cost in memory is one path, and a state is met once for each order that leads there. Among the
// executions explored no two are equivalent (Mazurkiewicz traces), and none is begun in vain: the noted sequences are whole
// and form trees (wakeup_tree.h). With `Reversal::FirstStep` only the first transition of a sequence is noted (source sets): less
// to remember, but executions may be begun that turn out to be known.
//
// Paper: [AbdullaAronisJonssonSagonas-JACM17], Algorithms 1 (source-DPOR) and 2 (optimal-DPOR).
// Differs: - races are looked for among the events that are new in an execution: the others were seen before;
//          - an execution also ends where threads wait for ever, where the process ends and where an error or an assumption
//            cuts it short; what the remaining threads stand before then races with what kept it from running;
//          - a nondeterministic choice is taken at once, each branch as an event of its own; executions with different
//            answers count apart;
//          - a thread that goes round in a loop while nothing changes sleeps until something does. Other cyclic
//            state spaces are not for a stateless search: it says so and gives up;
//          - data races are races of the execution between accesses that are not both atomic. They are shown by a schedule
//            that stops just before both.
// Names: E -> path_ and events_, sleep(E) -> Level::sleepers, wut(E) -> Level::tree, pre(E, e) -> levels_[e]
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "search/exploration.h"
#include "search/happens_before.h"
#include "search/idle_loops.h"
#include "search/wakeup_tree.h"

namespace heddle {

enum class Reversal : uint8_t { WholeSequence, FirstStep };

class OptimalDpor : Exploration {
 public:
  OptimalDpor(Machine& machine, const SearchOptions& options, Reversal reversal);
  SearchOutcome run();

 private:
  // What was explored from a state and need not be again, until something comes that it depends on.
  struct Sleeper {
    ScheduleStep step;
    std::shared_ptr<const Footprint> footprint;
    bool ends;  // the execution: nothing else was explored after it
  };
  // A state of the path, before its event of the same number.
  struct Level {
    Machine::Mark mark;
    WakeupTree tree;
    std::vector<Sleeper> sleepers;
    IdleLoops idle;
    std::optional<Sleeper> current;  // the event that leads on
  };

  void go_on(Level& level);
  bool arrive(Level& next, uint64_t enabled);
  void note_step(Level& level, const ScheduleStep& step);
  void leave_level();

  void end_path(bool cut_short);
  void reverse_pending(ThreadNumber thread, const std::vector<size_t>& races);
  void reverse(size_t earlier, const ScheduleStep& step, const Operation& operation, size_t later);
  bool is_covered(const Level& level, const Sequence& sequence) const;
  static uint64_t asleep(const Level& level);

  void report_race(size_t earlier, size_t later);
  Schedule schedule_before(size_t earlier, size_t later) const;
  uint64_t place_of(ThreadNumber thread) const;
  Held held() const override;

  const Reversal reversal_;
  HappensBefore events_;
  std::vector<uint64_t> places_;  // of the operations of the events, for data races
  std::vector<Level> levels_;
  PathStates states_;
  size_t new_from_ = 0;  // events from here on have not been looked at for races
  std::map<std::pair<uint64_t, uint64_t>, unsigned> tried_races_;
};

}  // namespace heddle
