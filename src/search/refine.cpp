// SPDX-License-Identifier: Apache-2.0
#include "search/refine.h"

#include <algorithm>
#include <span>
#include <vector>

#include "property/data_race.h"
#include "search/replay.h"
#include "support/bits.h"

namespace heddle {

namespace {

bool is_running(Stop stop) { return stop == Stop::Visible || stop == Stop::Finished; }

// Runs transitions as the search does, beside a machine with all choices.
class Refiner : Observer {
 public:
  Refiner(const Program& program, const MachineOptions& options)
      : coarse_(program, options), fine_(program, refined(options)) {
    coarse_.observe(this);
  }

  // Whether both machines are in the same state after it.
  bool take(const ScheduleStep& step) {
    passed_.clear();
    const Stop stop = coarse_.run(step.thread, step.branch);
    follow(step);
    for (const ThreadNumber thread : passed_) follow({thread, 0});
    if (stop == Stop::Violation)
      catch_up(coarse_.violation()->thread);
    else if (is_running(stop))
      for (uint64_t rest = coarse_.moved_threads(); rest; rest &= rest - 1) catch_up(lowest(rest));
    return !is_running(stop) || coarse_.fingerprint() == fine_.fingerprint();
  }

  const Schedule& steps() const { return steps_; }
  Machine& fine() { return fine_; }
  std::span<const TransitionAccess> accesses() const { return coarse_.accesses().all(); }

 private:
  void on_passed_choice(ThreadNumber thread) override { passed_.push_back(thread); }

  void follow(const ScheduleStep& step) {
    if (!is_running(fine_stop_) || !(fine_.live_threads() & bit(step.thread))) return;
    steps_.push_back(step);
    fine_stop_ = fine_.run(step.thread, step.branch);
  }

  // A new thread whose operations pass runs on before the next new thread begins; here it has stopped.
  void catch_up(ThreadNumber thread) {
    while (is_running(fine_stop_) && (fine_.live_threads() & bit(thread)) &&
           fine_.is_enabled(thread) &&
           (coarse_.violation() ||
            fine_.thread(thread).fingerprint != coarse_.thread(thread).fingerprint))
      follow({thread, 0});
  }

  Machine coarse_;
  Machine fine_;
  std::vector<ThreadNumber> passed_;  // in the last transition, in this order
  Stop fine_stop_ = Stop::Visible;
  Schedule steps_;
};

// What a thread's transition would be in some state.
struct Runner {
  ThreadNumber thread;
  size_t steps;
  std::vector<TransitionAccess> accesses;

  bool conflicts_with(const Pending& pending) const {
    const TransitionAccess theirs{
        .range = pending.range, .writes = pending.writes, .atomic = pending.atomic};
    const TransitionAccess read{.range = pending.second_read, .atomic = pending.atomic};
    return std::any_of(accesses.begin(), accesses.end(), [&](const TransitionAccess& access) {
      return access.conflicts_with(theirs) || access.conflicts_with(read);
    });
  }
};

Runner runner(const Program& program, const MachineOptions& options, const Schedule& schedule,
              ThreadNumber thread) {
  Refiner refiner(program, options);
  for (const ScheduleStep& step : schedule) refiner.take(step);
  const size_t before = refiner.steps().size();
  refiner.take({thread, 0});
  const auto accesses = refiner.accesses();
  return {thread, refiner.steps().size() - before, {accesses.begin(), accesses.end()}};
}

// Brings the second thread to each access that conflicts, and there runs the first one.
std::optional<RefinedRace> walk(Machine& machine, const Schedule& schedule, const Runner& first,
                                const Runner& second) {
  const Machine::Mark start = machine.mark();
  const auto step = [&](ThreadNumber thread) {
    return machine.is_enabled(thread) && is_running(machine.run(thread)) &&
           (machine.live_threads() & bit(thread));
  };
  std::optional<RefinedRace> found;
  for (size_t j = 0; j <= second.steps && !found; ++j) {
    if (j > 0 && !step(second.thread)) break;
    if (!first.conflicts_with(machine.thread(second.thread).pending)) continue;
    const Machine::Mark here = machine.mark();
    for (size_t i = 0; i <= first.steps && !found; ++i) {
      if (i > 0 && !step(first.thread)) break;
      if (i + j == 0) continue;
      if (const auto race = find_data_race(machine)) {
        found = RefinedRace{*race, schedule};
        found->schedule.insert(found->schedule.end(), j, {second.thread, 0});
        found->schedule.insert(found->schedule.end(), i, {first.thread, 0});
      }
    }
    machine.undo(here);
  }
  machine.undo(start);
  return found;
}

// The steps as far as they lead to this race, which shows after one of the last transition's: in the state, or in
// the step itself if it was an atomic section.
std::optional<Schedule> up_to_race(const Program& program, const MachineOptions& options,
                                   const Schedule& steps, size_t before_last,
                                   const Violation& violation) {
  Machine machine(program, refined(options));
  size_t length = 0;
  for (size_t k = 0; k < steps.size(); ++k) {
    if (!is_running(machine.run(steps[k].thread, steps[k].branch))) break;
    if (k < before_last) continue;
    if (const auto race = find_any_data_race(machine))
      if (same_error(program, *race, violation)) length = k + 1;
  }
  if (length == 0) return std::nullopt;
  return Schedule(steps.begin(), steps.begin() + ptrdiff_t(length));
}

}  // namespace

MachineOptions refined(MachineOptions options) {
  options.plain_choices = true;
  options.filter = nullptr;
  return options;
}

std::optional<Schedule> refine(const Program& program, const MachineOptions& options,
                               const Schedule& schedule, const Violation& violation) {
  Refiner refiner(program, options);
  size_t before_last = 0;
  for (const ScheduleStep& step : schedule) {
    before_last = refiner.steps().size();
    if (!refiner.take(step)) return std::nullopt;
  }
  if (violation.kind != ErrorKind::DataRace) return refiner.steps();
  return up_to_race(program, options, refiner.steps(), before_last, violation);
}

std::optional<RefinedRace> refine_race(const Program& program, const MachineOptions& options,
                                       const Schedule& schedule, ThreadNumber first,
                                       ThreadNumber second) {
  const Runner a = runner(program, options, schedule, first);
  const Runner b = runner(program, options, schedule, second);
  Refiner refiner(program, options);
  for (const ScheduleStep& step : schedule)
    if (!refiner.take(step)) return std::nullopt;
  if (const auto found = walk(refiner.fine(), refiner.steps(), a, b)) return found;
  return walk(refiner.fine(), refiner.steps(), b, a);
}

}  // namespace heddle
