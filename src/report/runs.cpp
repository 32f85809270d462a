// Runs: a trace cut where another thread goes on.
// SPDX-License-Identifier: Apache-2.0
#include "report/runs.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/layout.h"
#include "report/words.h"

namespace heddle {
namespace {

const TraceEvent* last_event(const Run& run) {
  for (auto step = run.steps.rbegin(); step != run.steps.rend(); ++step)
    if (!step->events.empty()) return &step->events.back();
  return nullptr;
}

const TraceEvent* first_event(const Run& run) {
  for (const TraceStep& step : run.steps)
    if (!step.events.empty()) return &step.events.front();
  return nullptr;
}

std::string holding(const Run& run) {
  const std::vector<std::string>& locks = run.steps.back().held_locks;
  return locks.empty() ? "" : ", holding " + joined_names(locks);
}

// Where a thread stands at the end of the trace, as far as the error tells. Notes of other kinds
// speak of the past: where an object was freed.
const Place* place_at_error(const std::string& thread_name, const ErrorReport& error) {
  if (thread_name == error.thread_name) return &error.location;
  if (error.kind != ErrorKind::DataRace && error.kind != ErrorKind::Deadlock) return nullptr;
  for (const TraceNote& note : error.notes)
    if (note.thread_name == thread_name) return user_place(note.stack);
  return nullptr;
}

// The next event of the thread of runs[index]; null if it does not run again.
const TraceEvent* next_event(const std::vector<Run>& runs, size_t index) {
  for (size_t later = index + 1; later < runs.size(); ++later) {
    if (runs[later].thread() != runs[index].thread()) continue;
    if (const TraceEvent* event = first_event(runs[later])) return event;
  }
  return nullptr;
}

// The first of the events on the line at which the run ends.
const TraceEvent* first_on_last_line(const Run& run) {
  const TraceEvent* first = last_event(run);
  for (auto step = run.steps.rbegin(); step != run.steps.rend(); ++step)
    for (auto event = step->events.rbegin(); event != step->events.rend(); ++event) {
      if (!same_line(event->place, first->place)) return first;
      first = &*event;
    }
  return first;
}

// Whether a thread goes on in the middle of the line at which it was interrupted. If it begins
// the line anew, as a loop does, it had come to the line's end.
bool is_midway(const std::vector<Run>& runs, size_t index, const ErrorReport& error) {
  const TraceEvent* first = first_on_last_line(runs[index]);
  if (first == nullptr) return false;
  if (const TraceEvent* next = next_event(runs, index))
    return same_line(next->place, first->place) &&
           !(next->kind == first->kind && next->object == first->object);
  const Place* next = place_at_error(runs[index].thread_name(), error);
  return next != nullptr && same_line(*next, first->place);
}

// An interruption between two accesses of one line is often the bug itself.
std::string interruption(const std::vector<Run>& runs, size_t index, const ErrorReport& error,
                         const Page& page) {
  if (!is_midway(runs, index, error)) return "is interrupted";
  return "is interrupted within " + page.files.shown(last_event(runs[index])->place);
}

// Why the thread of runs[index] does not go on.
std::string departure(const std::vector<Run>& runs, size_t index, const ErrorReport& error,
                      const Page& page) {
  const Run& run = runs[index];
  const TraceEvent* event = last_event(run);
  const EventKind kind = event == nullptr ? EventKind::Synchronise : event->kind;
  const std::string held = holding(run);
  if (kind == EventKind::ThreadEnd) return "has ended" + held;
  if (kind == EventKind::Blocked || kind == EventKind::Wait) return "waits" + held;
  if (runs[index + 1].steps.front().preemption)
    return interruption(runs, index, error, page) + held;
  return "cannot go on" + held;
}

const Run* previous_run_of_same_thread(const std::vector<Run>& runs, size_t index) {
  for (size_t earlier = index; earlier-- > 0;)
    if (runs[earlier].thread() == runs[index].thread()) return &runs[earlier];
  return nullptr;
}

std::string arrival(const std::vector<Run>& runs, size_t index, const Page& page) {
  const std::string name = page.threads.numbered(runs[index].thread_name());
  const Run* before = previous_run_of_same_thread(runs, index);
  if (before == nullptr) return name + " starts";
  return name + " goes on" + holding(*before);
}

}  // namespace

std::vector<Run> runs_of(const Trace& trace, LocalAccesses local) {
  std::vector<Run> runs;
  const std::span<const TraceStep> steps(trace.steps);
  for (size_t begin = 0; begin < steps.size();) {
    size_t end = begin + 1;
    while (end < steps.size() && steps[end].thread == steps[begin].thread && !steps[end].repeats)
      ++end;
    const std::span<const TraceStep> run = steps.subspan(begin, end - begin);
    runs.push_back({run, rows_of(run, local)});
    begin = end;
  }
  return runs;
}

std::string switch_title(const std::vector<Run>& runs, size_t index, const ErrorReport& error,
                         const Page& page) {
  if (index == 0) return arrival(runs, index, page);
  return fmt::format("{} {}; {}", printable(runs[index - 1].thread_name()),
                     departure(runs, index - 1, error, page), arrival(runs, index, page));
}

}  // namespace heddle
