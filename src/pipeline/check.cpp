// SPDX-License-Identifier: Apache-2.0
#include "pipeline/check.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <random>
#include <thread>

#include "pipeline/ledger.h"
#include "pipeline/load.h"
#include "pipeline/tell.h"
#include "pipeline/trace_file.h"
#include "reduction/hybrid.h"
#include "search/iterative.h"
#include "search/refine.h"
#include "search/simplify.h"
#include "support/invariant.h"

namespace heddle {

namespace {

constexpr double kSimplifySeconds = 2;

size_t memory_limit(const Options& options) {
  if (options.max_memory_mib) return size_t(options.max_memory_mib) << 20;
  return size_t(sysconf(_SC_PHYS_PAGES)) * size_t(sysconf(_SC_PAGESIZE)) / 4 * 3;
}

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
  return analyse(program, options.analysis);
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
  method.jobs = options.jobs ? options.jobs : std::thread::hardware_concurrency();
  return method;
}

SearchOptions search_options(const Options& options) {
  SearchOptions search{
      .errors = options.errors, .keep_going = options.keep_going, .exact = options.exact};
  search.limits = {.states = options.max_states,
                   .depth = options.max_depth,
                   .seconds = options.max_seconds,
                   .bytes = memory_limit(options)};
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
                      Ledger& ledger) {
  const SearchOptions settings = search_options(options);
  const SearchMethod method = search_method(options);
  bool given_up = false;
  for (;;) {
    Machine machine(program, machine_settings);
    SearchOutcome outcome;
    try {
      outcome = run_search(program, machine_settings, settings, method, facts, machine);
    } catch (const std::bad_alloc&) {
      outcome.incomplete = "there is not enough memory";
      outcome.summary = summary_of(method);
    }
    const bool errors_will_do = !outcome.errors.empty() && !options.keep_going;
    const bool surprised = outcome.surprised;
    given_up |= surprised;
    if (!errors_will_do &&
        (machine.needs_visible_releases() || machine.needs_no_hand_over() ||
         machine.needs_more_sharing() || surprised || outcome.needs_plain_choices)) {
      machine_settings.plain_choices |= outcome.needs_plain_choices;
      machine_settings.visible_releases |= machine.needs_visible_releases();
      machine_settings.hand_over &= !machine.needs_no_hand_over();
      if (machine.needs_more_sharing())
        machine_settings.sharing = SharingPolicy(uint8_t(machine_settings.sharing) + 1);
      if (surprised) machine_settings.filter = nullptr;
      continue;
    }
    outcome.statistics.analysis_given_up = given_up;
    ledger.add_machine(machine);
    return outcome;
  }
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

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return uint64_t(usage.ru_maxrss) * 1024;
}

}  // namespace

CheckResult check(const Program& program, const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  MachineOptions machine_settings = machine_options(options);
  const std::shared_ptr<const Facts> facts = make_facts(program, options);
  const std::unique_ptr<ChoiceFilter> filter = make_filter(program, options, facts);
  const double analysis_seconds = seconds_since(start);
  machine_settings.filter = filter.get();
  Ledger ledger(program, options);
  SearchOutcome outcome = explore(program, options, facts, machine_settings, ledger);
  const MachineOptions replay_settings = refined(machine_settings);

  CheckResult result{.statistics = outcome.statistics, .search = outcome.summary};
  for (FoundError& error : outcome.errors) {
    error.schedule = simplify(program, replay_settings, error.violation, std::move(error.schedule),
                              kSimplifySeconds);
    result.errors.push_back(tell(program, replay_settings, error));
  }
  ledger.add_outcome(outcome);
  result.assumptions = ledger.assumptions();
  result.reason = ledger.incomplete_reason();
  result.verdict = !result.errors.empty()  ? Verdict::Error
                   : result.reason.empty() ? Verdict::Verified
                                           : Verdict::Incomplete;
  if (result.verdict != Verdict::Incomplete) result.reason.clear();

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
  const Program program = load(saved.options);
  if (hash_of(program) != saved.program_hash)
    throw InputError(file + ": the program has changed since this trace was saved; check it again");
  CheckResult result{.verdict = Verdict::Error};
  result.errors.push_back(tell(program, saved.machine, saved.error));
  return result;
}

}  // namespace heddle
