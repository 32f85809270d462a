// SPDX-License-Identifier: Apache-2.0
#include "pipeline/tell.h"

#include "property/livelock.h"
#include "search/replay.h"
#include "support/invariant.h"
#include "trace/thread_names.h"
#include "trace/trace_builder.h"

namespace heddle {

namespace {

std::vector<std::string> thread_names(const Program& program, const MachineOptions& options,
                                      const FoundError& error) {
  Machine machine(program, options);
  ThreadNameFinder finder(machine);
  machine.observe(&finder);
  replay(machine, error.schedule, error.violation.kind);
  return finder.finish();
}

}  // namespace

ErrorReport tell(const Program& program, const MachineOptions& options, const FoundError& error) {
  Machine machine(program, options);
  TraceBuilder builder(machine, thread_names(program, options, error));
  machine.observe(&builder);
  CircleWatch circle;
  circle.begin(machine);
  ThreadNumber running = 0;
  const bool goes_round = error.violation.kind == ErrorKind::Livelock;
  const ReplayHooks hooks{.before_step =
                              [&](const ScheduleStep& step) {
                                running = step.thread;
                                builder.begin_step(step);
                              },
                          .after_step =
                              [&](Stop stop) {
                                builder.end_step();
                                if (goes_round) circle.note(machine, running, stop);
                              }};
  const std::optional<Violation> found =
      replay(machine, error.schedule, error.violation.kind, hooks);
  INVARIANT(found && same_error(program, *found, error.violation),
            "a replay ends in the error that the search found");
  ErrorReport report = builder.finish(*found);
  if (const auto start = goes_round ? circle.start() : std::nullopt)
    if (*start < report.trace.steps.size()) report.trace.steps[*start].repeats = true;
  return report;
}

std::string output_of(const Program& program, const MachineOptions& options,
                      const Schedule& schedule) {
  Machine machine(program, options);
  TraceBuilder builder(machine);
  machine.observe(&builder);
  for (const ScheduleStep& step : schedule) machine.run(step.thread, step.branch);
  return builder.output();
}

}  // namespace heddle
