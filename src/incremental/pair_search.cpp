// SPDX-License-Identifier: Apache-2.0
#include "incremental/pair_search.h"

#include <algorithm>

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

bool several_matter(const TouchedMemory& fragment, const std::vector<TouchedMemory>& others) {
  std::vector<bool> matters;
  for (const TouchedMemory& other : others) matters.push_back(other.depends_on(fragment));
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t k = 0; k < others.size(); ++k) {
      if (matters[k]) continue;
      for (size_t j = 0; j < others.size() && !matters[k]; ++j)
        matters[k] = matters[j] && others[k].changes(others[j]);
      grows |= matters[k];
    }
  }
  return std::count(matters.begin(), matters.end(), true) > 1;
}

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
