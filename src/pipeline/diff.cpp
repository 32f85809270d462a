// SPDX-License-Identifier: Apache-2.0
#include "pipeline/diff.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "incremental/pair_search.h"
#include "pipeline/analyze.h"
#include "pipeline/ledger.h"
#include "pipeline/load.h"
#include "pipeline/prove.h"
#include "pipeline/tell.h"
#include "pipeline/trace_file.h"
#include "search/refine.h"
#include "search/replay.h"
#include "search/simplify.h"
#include "search/visited_set.h"
#include "support/invariant.h"
#include "support/seconds_since.h"
#include "trace/thread_names.h"

namespace heddle {

namespace {

constexpr double kSimplifySeconds = 2;
// In bugs mode, for what costs more than pairs: all threads around fragments, and everything where no pair comes to one.
constexpr double kExtraSeconds = 0.5;
constexpr double kLeastPairSeconds = 2;
constexpr double kSecondsPerState = 20e-6;  // of a search of everything

uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return uint64_t(usage.ru_maxrss) * 1024;
}

std::string ordinal(uint32_t number) {
  const uint32_t last = number % 100 / 10 == 1 ? 0 : number % 10;
  return std::to_string(number) + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

const char* name_of(DiffMode mode) {
  switch (mode) {
    case DiffMode::Usual: return "usual";
    case DiffMode::Bugs: return "bugs";
    case DiffMode::Safety: return "safety";
    case DiffMode::Proof: return "proof";
  }
  return "";
}

// What the sources are compared with.
struct Base {
  std::string name;
  std::optional<Version> version;  // nothing: there is none, and everything is checked
  bool stored = false;  // a verified run
};

Base stored_base(const Store::Found& found, DiffMode mode, bool has_store) {
  std::optional<Version> version;
  if (found.run) version = parse_version(found.run->version);
  if (version) return {"the version verified last", std::move(version), true};
  const bool is_about_all = mode == DiffMode::Usual || mode == DiffMode::Proof;
  if (is_about_all && has_store) return {};
  throw InputError("there is nothing to compare with: " + found.problem +
                   "; run heddle check first, or name a git revision with --base");
}

class Differ {
 public:
  // `verified` is what the store has, and the program is loaded to fit it.
  Differ(const Program& program, const Options& options, const DiffOptions& how,
         const Store::Found& verified)
      : program_(program),
        options_(options),
        how_(how),
        verified_(verified),
        ledger_(program, options) {
    settings_.spurious_wakeups = options.spurious_wakeups;
    settings_.max_threads = options.max_threads;
    apply(Reduction::Heap, settings_);
    settings_.stop_when_alone = true;  // else a thread may pass through the fragment unseen
    settings_.plain_choices = !options.errors.contains(ErrorKind::DataRace);
  }

  DiffReport run(const Base& base) {
    report_.base = base.name;
    report_.mode = name_of(how_.mode);
    stored_ = base.stored;
    if (base.version) look_at_edit(*base.version);
    judge();
    if (wants_proof()) add_proof();
    report_.result.statistics.peak_bytes = peak_memory();
    report_.result.statistics.seconds = seconds_since(start_);
    return std::move(report_);
  }

 private:
  void look_at_edit(const Version& before) {
    const Version after = describe(program_);
    report_.same_program = before.code == after.code;
    if (report_.same_program) return;
    compare(before, after);
    if (how_.mode == DiffMode::Proof) return;
    if (!fragments_.empty()) explore();
    // Each pair begins with one; without any, an error that every execution leads to would go unseen.
    if (report_.pairs.empty())
      see(explore_pair(program_, settings_, search_options(std::nullopt), {}));
  }

  void compare(const Version& before, const Version& after) {
    const VersionMatch matched = match(before, after);
    for (const FunctionPair& pair : matched.functions)
      for (const auto* side : {&pair.statements.of_first, &pair.statements.of_second})
        report_.changed_instructions += size_t(std::count(side->begin(), side->end(), kUnmatched));
    facts_ = find_thread_facts(program_, options_);
    report_.analysis_seconds = facts_.seconds;
    const std::vector<Change> changes =
        find_changes(before, after, matched, program_, facts_.interactions, facts_.memory);
    for (const Change& change : changes) report_.changes.push_back(change.told);
    fragments_ = find_fragments(program_, changes, facts_.interactions, facts_.locks_at);
    for (const Fragment& fragment : fragments_) report_.fragments.push_back(told(fragment));
  }

  // The function's own, unless the fragment is included from elsewhere.
  uint32_t file_of(const Fragment& fragment) const {
    const uint32_t own = program_.functions[fragment.function].location.file;
    uint32_t file = own;
    for (Point p = fragment.first; p <= fragment.last; ++p) {
      const SourceLocation& location = program_.source.locations[p];
      if (location.line == 0) continue;
      if (location.file == own) return own;
      file = location.file;
    }
    return file;
  }

  FragmentReport told(const Fragment& fragment) const {
    const Function& function = program_.functions[fragment.function];
    const uint32_t file = file_of(fragment);
    FragmentReport result{
        .changes = fragment.changes,
        .first = {program_.source.files[file], 0,
                  function.shown_name.empty() ? function.name : function.shown_name},
        .last_line = 0,
        .whole_function = fragment.whole_function,
        .threads = {}};
    for (Point p = fragment.first; p <= fragment.last; ++p) {
      const SourceLocation& location = program_.source.locations[p];
      if (location.line == 0 || location.file != file) continue;
      if (result.first.line == 0 || location.line < result.first.line)
        result.first.line = location.line;
      result.last_line = std::max(result.last_line, location.line);
    }
    for (const size_t thread : modified_threads(facts_.threads, {&fragment}))
      result.threads.push_back(facts_.threads[thread].name);
    return result;
  }

  void explore() {
    // One execution shows which threads there are; runs of pairs may show more. Its errors are left to the pairs,
    // of which each begins with such an execution.
    SearchOptions census = search_options(std::nullopt);
    census.errors.clear();
    see(explore_pair(program_, settings_, census, {}));
    // What an edit changed by its values only can be many statements, which belong together.
    std::vector<size_t> all, by_value;
    for (size_t k = 0; k < fragments_.size(); ++k) {
      all.push_back(k);
      if (is_edited(fragments_[k])) {
        if (!is_over()) explore({k});
      } else {
        by_value.push_back(k);
      }
    }
    if (!by_value.empty() && !is_over()) explore(by_value);
    if (how_.together && all.size() > 1 && all != by_value && !is_over()) explore(all);
  }
  bool is_edited(const Fragment& fragment) const {
    return std::any_of(fragment.changes.begin(), fragment.changes.end(), [&](size_t change) {
      return report_.changes[change].rule == ChangeRule::Statement;
    });
  }

  // What the pairs of one T_i showed.
  struct AroundFragment {
    TouchedMemory touched;  // by T_i
    std::vector<TouchedMemory> by_others;  // while it was there
    bool complete = true;
    bool entered = false;
    // Up to the fragment nothing depends on who the other thread is: if T_i does not come there with one, it does with none.
    bool is_the_same_for_all = false;

    void add(const PairRun& run) {
      is_the_same_for_all = !run.sightings.let_others_run && run.outcome.incomplete.empty();
      entered |= run.sightings.entered;
      touched.add(run.sightings.touched);
      by_others.push_back(run.sightings.by_other);
      complete = complete && run.outcome.incomplete.empty();
    }
  };

  // All pairs, and each thread that may come to the fragment with all others, if there are several to which that matters.
  void explore(const std::vector<size_t>& which) {
    const size_t first = report_.pairs.size();
    std::vector<const Fragment*> chosen;
    PairTask task;
    for (const size_t k : which) {
      chosen.push_back(&fragments_[k]);
      task.fragments.push_back(fragments_[k]);
    }
    task.code = code_of(program_, task.fragments, facts_.calls);
    const std::vector<size_t> modified = modified_threads(facts_.threads, chosen);
    std::map<size_t, AroundFragment> around;  // by the number of T_i
    std::set<std::pair<size_t, size_t>> done;
    for (bool found = true; found && !is_over();) {
      found = false;
      for (size_t i = 0; i < threads_.size() && !is_over(); ++i) {
        if (!may_be_instance(threads_[i], facts_.threads, modified)) continue;
        // Main last: it mostly waits.
        for (size_t k = 1; k <= threads_.size() && !is_over(); ++k) {
          const size_t j = k % threads_.size();
          if (i == j || !done.insert({i, j}).second) continue;
          found = true;
          task.modified = threads_[i].path;
          task.other = threads_[j].path;
          if (around[i].is_the_same_for_all)
            report_.pairs.push_back({.fragments = which,
                                     .modified = name(i),
                                     .other = name(j),
                                     .outcome = PairOutcome::NotEntered});
          else
            around[i].add(explore(which, task, name(i), name(j)));
        }
      }
    }
    if (threads_.size() > 2) {
      task.scope = PairScope::AllThreads;
      for (const auto& [i, seen] : around) {
        if (is_over()) break;
        if (seen.entered && seen.complete && !several_matter(seen.touched, seen.by_others))
          continue;
        task.modified = threads_[i].path;
        task.other = threads_[i == 0].path;
        task.touched = &seen.touched;
        explore(which, task, name(i), "all others");
      }
    }
    const auto is_entered = [](const PairReport& pair) {
      return pair.outcome != PairOutcome::NotEntered;
    };
    if (std::none_of(report_.pairs.begin() + ptrdiff_t(first), report_.pairs.end(), is_entered))
      left_out_ = true;
  }

  PairRun explore(const std::vector<size_t>& which, const PairTask& task, std::string modified,
                  std::string other) {
    PairRun run = explore_pair(program_, settings_, search_options(seconds_for(task.scope)), task);
    see(run);
    if (task.scope == PairScope::AllThreads)
      all_threads_seconds_ += run.outcome.statistics.search_seconds;
    PairReport pair{.fragments = which,
                    .modified = std::move(modified),
                    .other = std::move(other),
                    .all_threads = task.scope == PairScope::AllThreads,
                    .outcome = PairOutcome::Explored,
                    .reason = run.outcome.incomplete,
                    .statistics = run.outcome.statistics};
    if (!run.outcome.errors.empty())
      pair.outcome = PairOutcome::Error;
    else if (!run.outcome.incomplete.empty())
      pair.outcome = PairOutcome::Limit;
    else if (!run.sightings.entered)
      pair.outcome = PairOutcome::NotEntered;
    report_.pairs.push_back(std::move(pair));
    return run;
  }

  double seconds_for(PairScope scope) const {
    const double usual =
        how_.mode == DiffMode::Safety ? DiffOptions::kSafetySeconds : DiffOptions::kBugsSeconds;
    double seconds = how_.seconds_per_pair.value_or(usual);
    if (how_.mode == DiffMode::Bugs && scope == PairScope::AllThreads)
      seconds = std::min(seconds, std::max(0.0, kExtraSeconds - all_threads_seconds_));
    if (proof_follows() && !how_.seconds_per_pair)
      seconds = std::min(seconds, seconds_before_proof());
    return seconds;
  }

  // Pairs come first because they are quick. Where they are not, they are not worth waiting for: all of them together get about
  // as long as the search of everything that follows.
  double seconds_before_proof() const {
    const double all = std::max(kLeastPairSeconds, kSecondsPerState * double(stored_states()));
    return std::max(0.0, all - report_.result.statistics.search_seconds);
  }
  bool has_base() const { return !report_.base.empty(); }
  bool proof_follows() const { return how_.mode == DiffMode::Usual && verified_.run; }
  size_t stored_states() const { return verified_.run->graph.states.size(); }

  void see(const PairRun& run) {
    for (const DynamicThread& thread : run.sightings.threads) {
      const auto known =
          std::find_if(threads_.begin(), threads_.end(),
                       [&](const DynamicThread& other) { return other.path == thread.path; });
      if (known == threads_.end())
        threads_.push_back(thread);
      else if (known->function == DynamicThread::kUnknown)
        known->function = thread.function;
    }
    add_work(report_.result.statistics, run.outcome.statistics);
    report_.result.statistics.states += run.outcome.statistics.states;
    report_.result.statistics.search_seconds += run.outcome.statistics.search_seconds;
    if (run.outcome.incomplete == "interrupted") interrupted_ = true;
    assumptions_.insert(run.assumptions.begin(), run.assumptions.end());
    assumptions_.insert(run.incompleteness.begin(), run.incompleteness.end());
    keep_errors(run.outcome);
  }

  void keep_errors(const SearchOutcome& outcome) {
    for (const FoundError& error : outcome.errors) {
      if (!known_errors_.insert(identity_of(program_, error.violation)).second) continue;
      const MachineOptions replayed = refined(settings_);
      FoundError simple = error;
      simple.schedule =
          simplify(program_, replayed, error.violation, error.schedule, kSimplifySeconds);
      report_.result.errors.push_back(tell(program_, replayed, simple));
      if (!options_.trace_file.empty() && known_errors_.size() == 1)
        save_trace(options_.trace_file, options_, replayed, program_, simple);
    }
  }

  bool is_over() const {
    if (interrupted_ || seconds_since(start_) >= options_.max_seconds) return true;
    if (proof_follows() && !how_.seconds_per_pair && seconds_before_proof() <= 0) return true;
    return how_.mode != DiffMode::Safety && !known_errors_.empty();
  }

  SearchOptions search_options(std::optional<double> seconds) const {
    SearchOptions search{.errors = options_.errors};
    const double left = options_.max_seconds - seconds_since(start_);
    search.limits = {.seconds = std::max(0.0, std::min(left, seconds.value_or(left))),
                     .bytes = memory_limit(options_)};
    search.on_progress = options_.on_progress;
    return search;
  }

  // "worker, 2nd thread of main"
  std::string name(size_t index) const {
    const DynamicThread& thread = threads_[index];
    if (thread.path.empty()) return "main";
    const std::string function = thread.function == DynamicThread::kUnknown
                                     ? "a thread"
                                     : thread_function_name(program_, thread.function);
    CreationPath parent = thread.path;
    parent.pop_back();
    const std::string of = parent.empty() ? "main" : "thread " + text_of(parent);
    return fmt::format("{}, {} thread of {}", function, ordinal(thread.path.back()), of);
  }

  uint64_t count(PairOutcome outcome) const {
    return uint64_t(std::count_if(report_.pairs.begin(), report_.pairs.end(),
                                  [&](const PairReport& p) { return p.outcome == outcome; }));
  }

  std::string guarantee() const {
    if (!known_errors_.empty()) return "the error is one of this version, whatever changed";
    if (report_.same_program)
      return stored_ ? "what is run is the same, instruction by instruction, as what was verified"
                     : "what is run is the same, instruction by instruction, as at the base";
    if (!has_base()) return "there is no version to compare with";
    if (report_.changes.empty())
      return "no thread interaction statement was added, removed or changed; one execution was run";
    if (fragments_.empty())
      return "what was removed leaves no code behind that could be explored; one execution was run";
    if (is_over()) return "the time for pairs was up, or the search was interrupted";
    if (report_.pairs.empty())
      return "no two threads were found of which one runs the changed code; one execution was run";
    if (const uint64_t cut = count(PairOutcome::Limit))
      return fmt::format("{} of {} searches of pairs ran into a limit", cut, report_.pairs.size());
    return "the interleavings of all pairs around the changed code were explored, others not";
  }

  void judge() {
    CheckResult& result = report_.result;
    if (is_as_verified() && verified_.run) {
      assumptions_.insert(verified_.run->assumptions.begin(), verified_.run->assumptions.end());
      SearchOutcome then;
      then.omission_probability = birthday_bound(verified_.run->graph.states.size());
      ledger_.add_outcome(then);
    }
    result.assumptions = ledger_.assumptions();
    for (const std::string& noted : assumptions_)
      if (std::find(result.assumptions.begin(), result.assumptions.end(), noted) ==
          result.assumptions.end())
        result.assumptions.push_back(noted);
    result.verdict = !result.errors.empty() ? Verdict::Error
                     : is_as_verified()     ? Verdict::Verified
                                            : Verdict::Incomplete;
    report_.guarantee = guarantee();
    if (result.verdict == Verdict::Incomplete) result.reason = report_.guarantee;
    result.statistics.analysis_seconds = report_.analysis_seconds;
  }

  // What is the same as a verified version is verified.
  bool is_as_verified() const { return report_.same_program && stored_; }

  bool wants_proof() const {
    if (is_as_verified() || !known_errors_.empty() || interrupted_) return false;
    if (!has_base() || how_.mode == DiffMode::Proof || proof_follows()) return true;
    // A fragment that no pair comes to may lie behind a condition that holds in other executions: only all of them tell.
    return left_out_ && !is_over();
  }

  // Its verdict is on everything, so it takes the place of the other.
  void add_proof() {
    Options options = options_;
    options.incremental = true;
    options.max_seconds = std::max(0.0, options_.max_seconds - seconds_since(start_));
    if (how_.mode == DiffMode::Bugs)
      options.max_seconds = std::min(options.max_seconds, kExtraSeconds);
    report_.proof = prove(options, program_, verified_);
    CheckResult& result = report_.result;
    const CheckResult& proof = *report_.proof;
    add_work(result.statistics, proof.statistics);
    result.statistics.states += proof.statistics.states;
    result.statistics.search_seconds += proof.statistics.search_seconds;
    result.assumptions = proof.assumptions;
    result.basis = proof.basis;
    result.errors = proof.errors;
    // A search that did not come to its end says less than the pairs did.
    if (proof.verdict == Verdict::Incomplete) {
      report_.guarantee += "; the search of everything was not completed: " + proof.reason;
      result.reason = report_.guarantee;
      return;
    }
    result.verdict = proof.verdict;
    result.reason.clear();
    report_.guarantee = proof.verdict == Verdict::Verified
                            ? "every interleaving is covered"
                            : "the error is one of this version, whatever changed";
  }

  const Program& program_;
  const Options& options_;
  const DiffOptions& how_;
  const Store::Found& verified_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Ledger ledger_;
  MachineOptions settings_;
  ThreadFacts facts_;
  std::vector<Fragment> fragments_;
  std::vector<DynamicThread> threads_;
  std::set<std::vector<Point>> known_errors_;
  std::set<std::string> assumptions_;  // that models noted
  bool stored_ = false;  // the base is a verified run
  bool left_out_ = false;  // no search came to some fragment
  double all_threads_seconds_ = 0;  // of searches with all threads
  bool interrupted_ = false;
  DiffReport report_;
};

}  // namespace

DiffReport diff(const Options& options, const DiffOptions& how) {
  const auto start = std::chrono::steady_clock::now();
  const Store store = store_of(options);
  const Store::Found verified = store.last(store_name(options));
  const Base base = how.base.empty() ? stored_base(verified, how.mode, store.is_on())
                                     : Base{"revision " + how.base, version_at(options, how.base)};
  // The same program has the same addresses.
  const Program program = load(options, verified.run ? &verified.run->plan : nullptr);
  const double load_seconds = seconds_since(start);
  DiffReport report = Differ(program, options, how, verified).run(base);
  report.load_seconds = report.result.statistics.load_seconds = load_seconds;
  report.result.statistics.seconds = seconds_since(start);
  return report;
}

}  // namespace heddle
