// SPDX-License-Identifier: Apache-2.0
#include "pipeline/long_run.h"

#include <sstream>

#include "pipeline/trace_file.h"
#include "support/invariant.h"

namespace heddle {

namespace {

class SettingsText {
 public:
  template <typename Value>
  void add(const char* name, const Value& value) {
    text_ << name << ' ' << value << '\n';
  }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
};

// All that decides what is explored and what is found; not the limits of this run, nor the number of workers.
std::string settings_of(const Options& options) {
  SettingsText settings;
  const SearchMethod& search = options.search;
  settings.add("--search", traits_of(search.kind).name);
  if (search.seed) settings.add("--seed", *search.seed);
  if (search.tell_reads_from_writes) settings.add("--rw", *search.tell_reads_from_writes);
  if (search.percent) settings.add("--past", *search.percent);
  if (search.bound) settings.add("bound", describe(*search.bound));
  settings.add("--shortest", options.shortest);
  settings.add("--reduction", name_of(options.reduction));
  settings.add("--field-access", name_of(options.analysis.field_access));
  settings.add("--pointers", name_of(options.analysis.pointers));
  settings.add("--happens-before", options.analysis.happens_before);
  settings.add("--immutable-fields", options.analysis.immutable_fields);
  settings.add("--race-freedom", options.race_freedom);
  for (size_t kind = 0; kind < kErrorKindCount; ++kind)
    if (options.errors.contains(ErrorKind(kind))) settings.add("--errors", kErrorKindNames[kind]);
  settings.add("--keep-going", options.keep_going);
  settings.add("--spurious-wakeups", options.spurious_wakeups);
  settings.add("--no-reuse", !options.reuse_addresses);
  settings.add("--max-depth", options.max_depth);
  settings.add("--max-threads", options.max_threads);
  settings.add("--final-states", !options.final_states_file.empty());
  for (const std::string& argument : options.arguments) settings.add("--args", argument);
  return settings.text();
}

// The first setting that one has and the other has not.
std::string difference(const std::string& ours, const std::string& theirs) {
  std::istringstream first(ours), second(theirs);
  std::string a, b;
  while (a == b) {
    const bool more = bool(std::getline(first, a));
    if (!std::getline(second, b)) return a;
    if (!more) return b;
  }
  return a.substr(0, a.find(' '));
}

}  // namespace

LongRun::LongRun(const Program& program, const Options& options) {
  const std::string& resumed = options.resume_file;
  plan_.file = options.checkpoint_file.empty() ? resumed : options.checkpoint_file;
  if (plan_.file.empty()) return;
  plan_.interval = options.checkpoint_seconds;
  plan_.identity = {.program = hash_of(program), .settings = settings_of(options)};
  if (resumed.empty()) return;
  from_ = read_checkpoint(resumed);
  plan_.from_file = resumed;
  if (from_->identity.program != plan_.identity.program)
    throw InputError(resumed + " is a checkpoint of another program");
  if (from_->identity.settings != plan_.identity.settings)
    throw InputError(resumed + " was made with other settings: " +
                     difference(plan_.identity.settings, from_->identity.settings));
}

void LongRun::adopt_learnt(MachineOptions& machine) const {
  if (!from_) return;
  const LearntSettings& learnt = from_->learnt;
  machine.plain_choices = learnt.plain_choices;
  machine.visible_releases = learnt.visible_releases;
  machine.hand_over = learnt.hand_over;
  machine.sharing = learnt.sharing;
  if (learnt.gave_up_filter) machine.filter = nullptr;
}

const CheckpointPlan* LongRun::plan(const MachineOptions& machine, bool gave_up_filter) {
  if (plan_.file.empty()) return nullptr;
  plan_.learnt = {.plain_choices = machine.plain_choices,
                  .visible_releases = machine.visible_releases,
                  .hand_over = machine.hand_over,
                  .sharing = machine.sharing,
                  .gave_up_filter = gave_up_filter};
  plan_.from = from_ ? &*from_ : nullptr;
  return &plan_;
}

}  // namespace heddle
