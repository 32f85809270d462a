// SPDX-License-Identifier: Apache-2.0
#include "incremental/pair_search.h"

namespace heddle {

namespace {

// What the machine took for granted turned out wrong: the search is done again without.
bool adjusted(MachineOptions& settings, const Machine& machine) {
  if (!machine.needs_visible_releases() && !machine.needs_no_hand_over() &&
      !machine.needs_more_sharing())
    return false;
  settings.visible_releases |= machine.needs_visible_releases();
  settings.hand_over &= !machine.needs_no_hand_over();
  if (machine.needs_more_sharing()) settings.sharing = SharingPolicy(uint8_t(settings.sharing) + 1);
  return true;
}

}  // namespace

PairRun explore_pair(const Program& program, MachineOptions& settings, const SearchOptions& options,
                     const PairTask& task) {
  settings.plain_choices = true;  // the two threads may meet at any access
  settings.filter = nullptr;
  for (;;) {
    PairRun run;
    SearchOptions with_strategy = options;
    with_strategy.make_strategy = [&] {
      return std::make_unique<PairStrategy>(task, run.sightings);
    };
    Machine machine(program, settings);
    run.outcome = Search(machine, with_strategy).run();
    const bool errors_will_do = !run.outcome.errors.empty() && !options.keep_going;
    if (!errors_will_do && adjusted(settings, machine)) continue;
    run.assumptions = machine.assumptions();
    run.incompleteness = machine.incompleteness();
    return run;
  }
}

}  // namespace heddle
