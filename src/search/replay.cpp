// SPDX-License-Identifier: Apache-2.0
#include "search/replay.h"

#include <algorithm>
#include <bit>
#include <set>

#include "property/data_race.h"
#include "property/deadlock.h"
#include "property/leak.h"
#include "property/livelock.h"
#include "support/bits.h"

namespace heddle {

namespace {

// A thread that alone can run and comes back to a state it was in.
std::optional<Violation> confirm_endless_loop(Machine& machine) {
  constexpr size_t kMaxSteps = 1'000'000;
  std::set<Fingerprint> seen;
  for (size_t k = 0; k < kMaxSteps; ++k) {
    const uint64_t enabled = machine.enabled_threads();
    if (!is_single(enabled)) return std::nullopt;
    const auto only = ThreadNumber(std::countr_zero(enabled));
    if (!seen.insert(machine.fingerprint()).second)
      return Violation{
          .kind = ErrorKind::EndlessLoop,
          .message = "this loop never ends: no other thread can run, and the state comes back",
          .thread = only,
          .stack = machine.call_stack(only)};
    const Stop stop = machine.run(only);
    if (stop != Stop::Visible && stop != Stop::Finished) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Violation> exit_code_violation(const Machine& machine, ThreadNumber thread) {
  if (machine.exit_code() == 0) return std::nullopt;
  return Violation{
      .kind = ErrorKind::ExitCode,
      .message = "the program ends with exit code " + std::to_string(machine.exit_code()),
      .thread = thread,
      .stack = machine.call_stack(thread)};
}

std::optional<Violation> property_violation(Machine& machine, Stop stop, ErrorKind expected,
                                            ThreadNumber last) {
  const bool running = stop == Stop::Visible || stop == Stop::Finished;
  switch (expected) {
    case ErrorKind::DataRace: return running ? find_any_data_race(machine) : std::nullopt;
    case ErrorKind::Deadlock:
      if (!running) return std::nullopt;
      if (auto circle = find_waiting_circle(machine)) return circle;
      if (machine.enabled_threads() == 0) return whole_deadlock(machine);
      return std::nullopt;
    case ErrorKind::Leak: return stop == Stop::Exit ? find_leak(machine) : std::nullopt;
    case ErrorKind::ExitCode:
      return stop == Stop::Exit ? exit_code_violation(machine, last) : std::nullopt;
    case ErrorKind::EndlessLoop: return running ? confirm_endless_loop(machine) : std::nullopt;
    default: return std::nullopt;
  }
}

bool can_take(const Machine& machine, const ScheduleStep& step) {
  if (step.thread >= kMaxThreads || !(machine.live_threads() >> step.thread & 1)) return false;
  if (!machine.is_enabled(step.thread)) return false;
  const Pending& pending = machine.thread(step.thread).pending;
  return pending.kind == PendingKind::Choose ? step.branch < pending.branches : step.branch == 0;
}

}  // namespace

std::optional<Violation> replay(Machine& machine, const Schedule& schedule, ErrorKind expected,
                                const ReplayHooks& hooks) {
  Stop stop = Stop::Visible;
  CircleWatch circle;
  const bool goes_round = expected == ErrorKind::Livelock;
  if (goes_round) circle.begin(machine);
  for (size_t k = 0; k < schedule.size(); ++k) {
    if (stop != Stop::Visible && stop != Stop::Finished) return std::nullopt;
    if (!can_take(machine, schedule[k])) return std::nullopt;
    if (hooks.before_step) hooks.before_step(schedule[k]);
    stop = machine.run(schedule[k].thread, schedule[k].branch);
    if (goes_round) circle.note(machine, schedule[k].thread, stop);
    if (hooks.after_step) hooks.after_step(stop);
  }
  if (stop == Stop::Violation) return machine.violation();
  if (goes_round) return circle.violation(machine);
  return property_violation(machine, stop, expected, schedule.empty() ? 0 : schedule.back().thread);
}

namespace {

// The user's line, and what it does inside the library: that is where an error is.
std::vector<Point> place_of(const Program& program, const CallStack& stack) {
  std::vector<Point> place;
  for (const Point point : stack) {
    place.push_back(point);
    if (program.functions[program.function_at(point)].origin == FunctionOrigin::User) break;
  }
  return place;
}

}  // namespace

std::vector<Point> identity_of(const Program& program, const Violation& violation) {
  std::vector<std::vector<Point>> places{place_of(program, violation.stack)};
  for (const ViolationNote& note : violation.notes) places.push_back(place_of(program, note.stack));
  // A race or a deadlock is the same whoever of those involved has the lower number.
  std::sort(places.begin(), places.end());
  std::vector<Point> identity{Point(violation.kind)};
  for (const std::vector<Point>& place : places) {
    identity.insert(identity.end(), place.begin(), place.end());
    identity.push_back(kNoPoint);
  }
  return identity;
}

bool same_error(const Program& program, const Violation& a, const Violation& b) {
  return identity_of(program, a) == identity_of(program, b);
}

}  // namespace heddle
