// SPDX-License-Identifier: Apache-2.0
#include "pipeline/check.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <random>
#include <thread>

#include "incremental/version.h"
#include "pipeline/ledger.h"
#include "pipeline/load.h"
#include "pipeline/long_run.h"
#include "pipeline/tell.h"
#include "pipeline/trace_file.h"
#include "reduction/hybrid.h"
#include "search/iterative.h"
#include "search/livelock_search.h"
#include "search/refine.h"
#include "search/revisits.h"
#include "search/simplify.h"
#include "search/visited_set.h"
#include "support/invariant.h"
#include "support/patience.h"
#include "support/seconds_since.h"

namespace heddle {

namespace {

constexpr double kSimplifySeconds = 2;  // for an error
constexpr double kSimplifyAllSeconds = 20;  // where many are reported

bool has_bound(const Options& options) { return options.shortest || options.search.bound; }

MachineOptions machine_options(const Options& options) {
  MachineOptions machine{.spurious_wakeups = options.spurious_wakeups,
                         .max_threads = options.max_threads};
  machine.reuse = options.reuse_addresses ? ReusePolicy::LowestFirst : ReusePolicy::Never;
  apply(options.reduction, machine);
  machine.steady_stops = traits_of(options.search.kind).follows_dependence;
  // Where data races are no errors, or not all transitions of a state are compared, plain accesses matter.
  machine.plain_choices = options.reduction == Reduction::None || !options.race_freedom ||
                          !options.errors.contains(ErrorKind::DataRace) ||
                          !traits_of(options.search.kind).compares || has_bound(options);
  machine.note_operations = traits_of(options.search.kind).notes_operations;
  machine.note_accesses = machine.note_operations || traits_of(options.search.kind).interferes;
  return machine;
}

bool has_filter(const Options& options) {
  return options.reduction == Reduction::Hybrid &&
         options.analysis.field_access != FieldAccessVariant::Off;
}

std::shared_ptr<const Facts> make_facts(const Program& program, const Options& options) {
  if (!has_filter(options) && !needs_facts(options.search.kind)) return nullptr;
  AnalysisOptions analysis = options.analysis;
  analysis.races_are_errors = options.errors.contains(ErrorKind::DataRace);
  return analyse(program, analysis);
}

std::unique_ptr<ChoiceFilter> make_filter(const Program& program, const Options& options,
                                          std::shared_ptr<const Facts> facts) {
  if (!has_filter(options)) return nullptr;
  return std::make_unique<HybridFilter>(program, std::move(facts));
}

// With what the user left open settled: a run can then be repeated.
SearchMethod search_method(const Options& options) {
  SearchMethod method = options.search;
  if (options.shortest) method.bound = Bound{BoundKind::ContextSwitches, kNoMost};
  if (traits_of(method.kind).is_random && !method.seed) method.seed = std::random_device()();
  const unsigned cores = std::max(std::thread::hardware_concurrency(), 1u);
  method.jobs = options.jobs ? options.jobs : cores;
  if (method.kind == SearchKind::Portfolio)
    method.jobs = std::max(options.jobs == 1 ? cores : method.jobs, 2u);
  return method;
}

// Why a stored run is of no use here; empty if it is.
std::string misfit_of(const StoredRun& run, const Program& program, const Options& options) {
  if (!can_keep(options)) return "this kind of search cannot build on a stored run";
  if (run.settings != settings_of(options)) return "the stored run had other settings";
  if (program.observes_held_locks && !run.visible_releases)
    return "the program now looks at locks without waiting for them";
  if (program.detaches_threads && !run.detaches_threads && !run.visible_releases)
    return "the program now has threads that nobody waits for";
  if (!follows(program, run.plan)) return "the addresses of the stored run are used up";
  return "";
}

void adopt(const StoredRun& run, MachineOptions& machine) {
  machine.plain_choices = run.plain_choices;
  machine.visible_releases = run.visible_releases;
  machine.hand_over = run.hand_over;
  machine.sharing = SharingPolicy(run.sharing);
}

// What the outcome rests on besides its own search.
void count_in(const StoredRun& run, const Revisits& revisits, SearchOutcome& outcome,
              std::set<std::string>& notes) {
  notes.insert(run.assumptions.begin(), run.assumptions.end());
  outcome.statistics.stored_states = run.graph.states.size();
  outcome.statistics.covered = revisits.taken_over();
  outcome.omission_probability =
      std::max(outcome.omission_probability,
               birthday_bound(outcome.statistics.states + run.graph.states.size()));
}

// To be kept: together with what it was built on, since that is what its states lead to.
std::optional<StoredRun> kept_run(const Program& program, const Options& options,
                                  const MachineOptions& machine, const StoredRun* basis,
                                  const TakenTransitions& taken, const LockWordSets& lock_words) {
  StoredRun run{.settings = settings_of(options),
                .program = hash_of(program),
                .plain_choices = machine.plain_choices,
                .visible_releases = machine.visible_releases || program.observes_held_locks,
                .detaches_threads = program.detaches_threads,
                .hand_over = machine.hand_over,
                .sharing = uint8_t(machine.sharing),
                .lock_words = lock_words};
  run.plan = plan_of(program, basis ? basis->plan : AddressPlan{});
  run.version = serialise(describe(program));
  run.places = plan_of_places(program);
  run.graph = graph_of(taken);
  if (run.graph.edges.size() > Store::kMaxTransitions) return std::nullopt;
  return run;
}

SearchOptions search_options(const Options& options) {
  SearchOptions search{
      .errors = options.errors, .keep_going = options.keep_going, .exact = options.exact};
  search.limits = {.states = options.max_states,
                   .depth = options.max_depth,
                   .seconds = options.max_seconds,
                   .bytes = memory_limit(options)};
  search.when_full = options.when_full;
  search.collect_final_states = !options.final_states_file.empty();
  search.on_progress = options.on_progress;
  return search;
}

// What the machine took for granted may turn out wrong: a program that looks at locks others may hold is
// searched again with unlocks as choices, one that keeps what it handed over without handing over, one
// whose dangling pointers meet new objects with these shared, one that surprises the static analyses
// without them.
SearchOutcome explore(const Program& program, const Options& options,
                      const std::shared_ptr<const Facts>& facts, MachineOptions& machine_settings,
                      Ledger& ledger, Basis& basis) {
  SearchOptions settings = search_options(options);
  if (basis.keep && can_keep(options)) settings.keep_transitions = Store::kMaxTransitions;
  if (basis.run)
    settings.revisits = std::make_shared<Revisits>(basis.run->graph, basis.places->changed);
  const SearchMethod method = search_method(options);
  LongRun long_run(program, options);
  long_run.adopt_learnt(machine_settings);
  bool given_up = long_run.gave_up_filter();
  for (;;) {
    settings.checkpoint = long_run.plan(machine_settings, given_up);
    Machine machine(program, machine_settings);
    if (basis.run) machine.adopt_notes({.lock_words = basis.run->lock_words});
    SearchOutcome outcome;
    try {
      outcome = run_search(program, machine_settings, settings, method, facts, machine);
    } catch (const std::bad_alloc&) {
      outcome.incomplete = "there is not enough memory";
      outcome.summary = summary_of(method);
    }
    if (settings.revisits && outcome.incomplete.empty() && outcome.errors.empty())
      outcome.misled |= settings.revisits->is_waiting();
    const bool errors_will_do = !outcome.errors.empty() && !options.keep_going;
    const bool surprised = outcome.surprised;
    given_up |= surprised;
    if (!errors_will_do && (machine.needs_visible_releases() || machine.needs_no_hand_over() ||
                            machine.needs_more_sharing() || surprised ||
                            outcome.needs_plain_choices || outcome.misled)) {
      machine_settings.plain_choices |= outcome.needs_plain_choices;
      machine_settings.visible_releases |= machine.needs_visible_releases();
      machine_settings.hand_over &= !machine.needs_no_hand_over();
      if (machine.needs_more_sharing())
        machine_settings.sharing = SharingPolicy(uint8_t(machine_settings.sharing) + 1);
      if (surprised) machine_settings.filter = nullptr;
      if (basis.run) {
        basis.run = nullptr;
        basis.problem = outcome.misled
                            ? "the stored run does not lead where it should"
                            : "the program now needs choices that the stored run did not have";
        settings.revisits = nullptr;
      }
      long_run.begin_anew();
      continue;
    }
    if (!outcome.ignored_errors.empty()) outcome.taken.reset();
    basis.lock_words = machine.notes().lock_words;
    basis.notes = machine.assumptions();
    if (basis.run) {
      count_in(*basis.run, *settings.revisits, outcome, basis.notes);
      if (outcome.taken) outcome.taken->add(settings.revisits->transitions(basis.places->now));
    }
    outcome.statistics.analysis_given_up = given_up;
    ledger.add_machine(machine);
    return outcome;
  }
}

// Cycles show in the whole graph of states, which no other search keeps.
void look_for_livelock(const Program& program, const Options& options,
                       const MachineOptions& machine_settings, SearchOutcome& outcome) {
  const bool enough = !outcome.errors.empty() && !options.keep_going;
  if (!options.errors.contains(ErrorKind::Livelock) || enough || !outcome.incomplete.empty())
    return;
  SearchOptions settings = search_options(options);
  settings.errors.clear();
  settings.errors.add(ErrorKind::Livelock);
  settings.limits.seconds -= outcome.statistics.search_seconds;
  Machine machine(program, refined(machine_settings));
  SearchOutcome found = LivelockSearch(machine, settings).run();
  for (FoundError& error : found.errors) outcome.errors.push_back(std::move(error));
  if (!found.incomplete.empty())
    outcome.incomplete = found.incomplete + " while cycles of states were looked for";
  outcome.statistics.search_seconds += found.statistics.search_seconds;
}

void write_lines(const std::string& file, const std::function<void(std::ostream&)>& write) {
  std::ofstream stream(file);
  write(stream);
  stream.flush();
  if (!stream) throw UsageError("cannot write " + file);
}

void write_final_states(const SearchOutcome& outcome, const std::string& file) {
  write_lines(file, [&](std::ostream& out) {
    for (const Fingerprint& state : outcome.final_states)
      out << fmt::format("{:016x}{:016x}\n", state.low, state.high);
  });
}

uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return uint64_t(usage.ru_maxrss) * 1024;
}

// The analyses come before the search, and have no more time than it.
bool may_go_on(const Options& options, double seconds) {
  Statistics now;
  now.seconds = seconds;
  return seconds <= options.max_seconds && (!options.on_progress || options.on_progress(now));
}

CheckResult stopped_in_analysis(const Options& options, double seconds) {
  CheckResult result{.verdict = Verdict::Incomplete};
  result.reason = seconds > options.max_seconds ? "the time limit was reached" : "interrupted";
  result.reason += " in the static analyses";
  result.statistics.analysis_seconds = result.statistics.seconds = seconds;
  result.statistics.peak_bytes = peak_memory();
  return result;
}

}  // namespace

CheckResult check(const Program& program, const Options& options) {
  Basis none;
  return check(program, options, none);
}

// Whether what the search has seen to the end can be taken for done by another. Static analyses decide by
// what the whole program may do, which the next version changes; and where addresses are not reused, the
// next one depends on how many there have been, which no state tells.
bool can_keep(const Options& options) {
  return traits_of(options.search.kind).finishes_states && !has_bound(options) && !options.exact &&
         !has_filter(options) && options.reuse_addresses && options.checkpoint_file.empty() &&
         options.resume_file.empty();
}

std::string settings_of(const Options& options) {
  const MachineOptions machine = machine_options(options);
  std::string errors;
  for (size_t kind = 0; kind < kErrorKindCount; ++kind)
    if (options.errors.contains(ErrorKind(kind)))
      errors += fmt::format(" {}", kErrorKindNames[kind]);
  return fmt::format(
      "errors{}, reduction {}, plain choices {}, spurious wake-ups {}, reuse {}, threads {}, notes "
      "{}",
      errors, name_of(options.reduction), machine.plain_choices, machine.spurious_wakeups,
      options.reuse_addresses, machine.max_threads, machine.note_accesses);
}

CheckResult check(const Program& program, const Options& options, Basis& basis) {
  const auto start = std::chrono::steady_clock::now();
  MachineOptions machine_settings = machine_options(options);
  std::shared_ptr<const Facts> facts;
  try {
    const Patience patience([&] { return may_go_on(options, seconds_since(start)); });
    facts = make_facts(program, options);
  } catch (const OutOfPatience&) {
    return stopped_in_analysis(options, seconds_since(start));
  }
  const std::unique_ptr<ChoiceFilter> filter = make_filter(program, options, facts);
  const double analysis_seconds = seconds_since(start);
  machine_settings.filter = filter.get();
  if (basis.run && !(basis.problem = misfit_of(*basis.run, program, options)).empty())
    basis.run = nullptr;
  if (basis.run) adopt(*basis.run, machine_settings);
  Ledger ledger(program, options);
  SearchOutcome outcome = explore(program, options, facts, machine_settings, ledger, basis);
  look_for_livelock(program, options, machine_settings, outcome);
  const MachineOptions replay_settings = refined(machine_settings);

  CheckResult result{.statistics = outcome.statistics, .search = outcome.summary};
  const auto told = std::chrono::steady_clock::now();
  for (FoundError& error : outcome.errors) {
    const double left = std::max(kSimplifyAllSeconds - seconds_since(told), 0.0);
    error.schedule = simplify(program, replay_settings, error.violation, std::move(error.schedule),
                              std::min(kSimplifySeconds, left));
    result.errors.push_back(tell(program, replay_settings, error));
  }
  ledger.add_outcome(outcome);
  result.assumptions = ledger.assumptions();
  result.reason = ledger.incomplete_reason();
  result.verdict = !result.errors.empty()  ? Verdict::Error
                   : result.reason.empty() ? Verdict::Verified
                                           : Verdict::Incomplete;
  if (result.verdict != Verdict::Incomplete) result.reason.clear();
  for (const std::string& note : basis.notes)
    if (std::ranges::find(result.assumptions, note) == result.assumptions.end())
      result.assumptions.push_back(note);
  if (result.verdict == Verdict::Verified && outcome.taken) {
    basis.kept =
        kept_run(program, options, machine_settings, basis.run, *outcome.taken, basis.lock_words);
    if (basis.kept) basis.kept->assumptions.assign(basis.notes.begin(), basis.notes.end());
  }

  if (!options.trace_file.empty() && !outcome.errors.empty())
    save_trace(options.trace_file, options, replay_settings, program, outcome.errors.front());
  if (!options.final_states_file.empty()) write_final_states(outcome, options.final_states_file);
  if (!options.output_file.empty())
    write_lines(options.output_file, [&](std::ostream& out) {
      out << output_of(program, machine_settings, outcome.first_execution);
    });
  result.statistics.analysis_seconds = analysis_seconds;
  result.statistics.peak_bytes = peak_memory();
  result.statistics.seconds = seconds_since(start);
  return result;
}

CheckResult check(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  const Program program = load(options);
  const double load_seconds = seconds_since(start);
  CheckResult result = check(program, options);
  result.statistics.load_seconds = load_seconds;
  result.statistics.seconds = seconds_since(start);
  return result;
}

CheckResult replay_file(const std::string& file, const Options& where) {
  SavedTrace saved = load_trace(file, where);
  const Program program =
      load(saved.options, saved.addresses == AddressPlan{} ? nullptr : &saved.addresses);
  if (hash_of(program) != saved.program_hash)
    throw InputError(file + ": the program has changed since this trace was saved; check it again");
  CheckResult result{.verdict = Verdict::Error};
  result.errors.push_back(tell(program, saved.machine, saved.error));
  return result;
}

}  // namespace heddle
