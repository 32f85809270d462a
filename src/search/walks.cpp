// SPDX-License-Identifier: Apache-2.0
#include "search/walks.h"

#include "search/lone_run.h"

namespace heddle {

std::string describe_walks(uint64_t count) {
  return std::to_string(count) + (count == 1 ? " walk" : " walks") + " found no error";
}

Walks::Walks(Machine& machine, const SearchOptions& options, Strategy& strategy,
             const WalkOptions& walk_options)
    : Exploration(machine, options),
      strategy_(strategy),
      walk_options_(walk_options),
      branches_(~walk_options.seed) {}

SearchOutcome Walks::run() {
  uint64_t enabled = 0;
  strategy_.take(machine_, {});
  if (!goes_on(take({}), enabled)) return finish();
  machine_.forget_history();
  const Machine::Mark start = machine_.mark();
  const size_t start_length = path_.size();
  while (walked_ < walk_options_.walks && !stopped()) {
    walk(enabled);
    ++walked_;
    machine_.undo(start);
    cut_path(start_length);
    strategy_.go_back(start_length);
    if (!chose_) break;
  }
  if (chose_) outcome_.left_out = describe_walks(walked_);
  outcome_.summary.walks = walked_;
  return finish();
}

void Walks::walk(uint64_t enabled) {
  LoneRun alone(kSuspiciousRun);
  for (;;) {
    if (is_single(enabled) && alone.comes_back(machine_))
      return report(endless_loop(lowest(enabled)));
    if (!is_single(enabled)) alone.end();
    const ScheduleStep step = pick(enabled);
    strategy_.take(machine_, step);
    if (!goes_on(take(step), enabled)) return;
    if (path_.size() >= walk_options_.longest) {
      chose_ = true;  // something was cut: this is not everything
      return;
    }
  }
}

ScheduleStep Walks::pick(uint64_t enabled) {
  const bool several = !is_single(enabled);
  if (several) {
    ++outcome_.statistics.choices;
    chose_ = true;
  }
  const ThreadNumber thread =
      several ? strategy_.next(machine_, enabled, last_thread()) : lowest(enabled);
  const Pending& pending = machine_.thread(thread).pending;
  if (pending.kind != PendingKind::Choose) return {thread, 0};
  chose_ = chose_ || pending.branches > 1;
  return {thread, uint32_t(branches_.below(pending.branches))};
}

}  // namespace heddle
