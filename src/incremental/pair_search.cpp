// SPDX-License-Identifier: Apache-2.0
#include "incremental/pair_search.h"

namespace heddle {

namespace {

// What the machine took for granted turned out wrong: the search is done again without.
bool adjusted(MachineOptions& settings, const Machine& machine, const SearchOutcome& outcome) {
  if (!machine.needs_visible_releases() && !machine.needs_no_hand_over() &&
      !machine.needs_more_sharing() && !outcome.needs_plain_choices)
    return false;
  settings.plain_choices |= outcome.needs_plain_choices;
  settings.visible_releases |= machine.needs_visible_releases();
  settings.hand_over &= !machine.needs_no_hand_over();
  if (machine.needs_more_sharing()) settings.sharing = SharingPolicy(uint8_t(settings.sharing) + 1);
  return true;
}

}  // namespace

PairRun explore_pair(const Program& program, MachineOptions& settings, const SearchOptions& options,
                     const PairTask& task) {
  settings.filter = nullptr;
  for (;;) {
    PairRun run;
    MachineOptions watching = settings;
    if (task.code.points.bytes() > 0) watching.watched = &task.code;
    SearchOptions with_strategy = options;
    with_strategy.make_strategy = [&] {
      return std::make_unique<PairStrategy>(task, run.sightings);
    };
    Machine machine(program, watching);
    run.outcome = Search(machine, with_strategy).run();
    const bool errors_will_do = !run.outcome.errors.empty() && !options.keep_going;
    if (!errors_will_do && adjusted(settings, machine, run.outcome)) continue;
    run.assumptions = machine.assumptions();
    run.incompleteness = machine.incompleteness();
    return run;
  }
}

}  // namespace heddle
