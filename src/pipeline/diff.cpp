// SPDX-License-Identifier: Apache-2.0
#include "pipeline/diff.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <thread>

#include "incremental/pair_search.h"
#include "pipeline/analyze.h"
#include "pipeline/check.h"
#include "pipeline/ledger.h"
#include "pipeline/load.h"
#include "pipeline/prove.h"
#include "pipeline/tell.h"
#include "pipeline/tell_diff.h"
#include "pipeline/trace_file.h"
#include "search/replay.h"
#include "search/simplify.h"
#include "search/visited_set.h"
#include "support/invariant.h"
#include "support/seconds_since.h"

namespace heddle {

namespace {

constexpr double kSimplifySeconds = 2;  // for an error
constexpr double kSimplifyAllSeconds = 20;  // where many are reported
// For what costs more than pairs: all threads around fragments, in bugs mode, and in the end everything.
constexpr double kExtraSeconds = 0.3;
constexpr double kLeastPairSeconds = 2;
constexpr double kSecondsPerState = 20e-6;  // of a search of everything
// Of a search for one pair of threads, where all fragments are explored at once later.
constexpr uint64_t kStatesAlone = 10000;  // divided among the fragments
constexpr uint64_t kLeastAlone = 500;
constexpr uint64_t kNoLimit = ~uint64_t(0);

uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return uint64_t(usage.ru_maxrss) * 1024;
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

Base stored_base(const Store::Found& found, DiffMode mode, const Options& options, bool has_store) {
  std::optional<Version> version;
  if (found.run) version = parse_version(found.run->version);
  if (version) return {"the version verified last", std::move(version), true};
  const bool is_about_all = mode == DiffMode::Usual || mode == DiffMode::Proof;
  if (is_about_all && has_store) return {};
  if (!has_store || !can_keep(options))
    throw InputError(
        "there is nothing to compare with: " +
        (has_store ? "what is verified with these options is not stored" : found.problem) +
        "; name a git revision with --base");
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
    if (explore_postponed()) judge();
    report_.result.statistics.peak_bytes = peak_memory();
    report_.result.statistics.seconds = seconds_since(start_);
    return std::move(report_);
  }

 private:
  void look_at_edit(const Version& before) {
    const Version after = describe(program_);
    report_.same_program = before.code == after.code;
    if (!report_.same_program) compare(before, after);
    if (how_.on_changes) how_.on_changes(report_);
    if (report_.same_program) return;
    if (how_.mode == DiffMode::Proof) return;
    if (!fragments_.empty()) explore();
    // Each pair begins with one; without any, an error that every execution leads to would go unseen.
    if (report_.pairs.empty()) run_once(search_options(std::nullopt));
  }

  void run_once(const SearchOptions& search) {
    const PairRun run = explore_pair(program_, settings_, search, {});
    report_.result.statistics.search_seconds += run.outcome.statistics.search_seconds;
    see(run);
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
    fragments_ = find_fragments(program_, changes, facts_.interactions, facts_.calls,
                                facts_.locks_at, facts_.starts);
    for (const Fragment& fragment : fragments_)
      report_.fragments.push_back(told(program_, facts_.threads, fragment));
  }

  void explore() {
    // One execution shows which threads there are; runs of pairs may show more. Its errors are left to the pairs,
    // of which each begins with such an execution.
    SearchOptions census = search_options(std::nullopt);
    census.errors.clear();
    run_once(census);
    // What an edit changed by its values only can be many statements, which belong together.
    std::vector<size_t> all(fragments_.size()), edited, rest;
    std::iota(all.begin(), all.end(), 0);
    for (const size_t k : all) (is_edited(fragments_[k]) ? edited : rest).push_back(k);
    // Several that are explored at once show whatever each of them alone does, and mostly for the price of one. So where the first error
    // will do, each alone gets no more than a glance.
    const bool is_glance = !wants_all_errors() && all.size() > 1;
    std::vector<size_t> unfinished;
    for (const size_t k : edited) {
      if (is_over()) return;
      const uint64_t states = std::max(kLeastAlone, kStatesAlone / edited.size());
      if (!explore({k}, is_glance ? states : kNoLimit)) unfinished.push_back(k);
    }
    rest.insert(rest.end(), unfinished.begin(), unfinished.end());
    std::sort(rest.begin(), rest.end());
    if (!rest.empty() && !is_over()) explore(rest);
    if (how_.together && all.size() > 1 && all != rest && !is_over()) explore(all);
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

    // The order of what others do that have nothing to do with the fragment makes no difference.
    void add(const PairRun& run, size_t side, bool other_is_related) {
      is_the_same_for_all = !run.sightings.let_others_run && run.outcome.incomplete.empty();
      const PairSightings::Side& seen = run.sightings.sides[side];
      entered |= seen.entered;
      touched.add(seen.touched);
      if (other_is_related) by_others.push_back(seen.by_other);
      complete = complete && run.outcome.incomplete.empty();
    }
  };

  // Threads with all others, around fragments that pairs have been explored around.
  struct Postponed {
    std::vector<size_t> fragments;
    PairTask task;
    std::unique_ptr<const WatchedCode> code;  // of the task
    std::map<size_t, AroundFragment> around;
  };

  // All pairs, and each thread that may come to the fragment with all others, if there are several to which that matters. Returns
  // whether the limit of states was not in the way; if it was, nothing is told of these pairs.
  bool explore(const std::vector<size_t>& which, uint64_t states = kNoLimit) {
    const size_t first = report_.pairs.size();
    std::vector<const Fragment*> chosen;
    PairTask task;
    for (const size_t k : which) {
      chosen.push_back(&fragments_[k]);
      task.fragments.push_back(fragments_[k]);
    }
    auto code =
        std::make_unique<const WatchedCode>(code_of(program_, task.fragments, facts_.calls));
    task.code = code.get();
    const std::vector<size_t> modified = modified_threads(facts_.threads, chosen);
    const std::vector<size_t> related =
        related_threads(program_, facts_.threads, facts_.interactions, code->called);
    std::map<size_t, AroundFragment> around;  // by the number of T_i
    std::set<std::pair<size_t, size_t>> done;
    while (!is_over()) {
      const std::vector<PairTask> tasks = next_pairs(which, task, modified, around, done);
      if (tasks.empty()) break;
      const std::vector<PairRun> runs = explore_pairs(which, tasks, states);
      for (size_t k = 0; k < runs.size(); ++k) {
        const size_t i = number_of(tasks[k].modified), j = number_of(tasks[k].other);
        const auto is_related = [&](size_t thread) {
          return may_be_instance(threads_[thread], facts_.threads, related);
        };
        around[i].add(runs[k], 0, is_related(j));
        if (tasks[k].both) around[j].add(runs[k], 1, is_related(i));
      }
      const auto is_cut = [](const auto& thread) { return !thread.second.complete; };
      if (states != kNoLimit && known_errors_.empty() &&
          std::any_of(around.begin(), around.end(), is_cut)) {
        report_.pairs.resize(first);
        return false;
      }
    }
    const auto is_entered = [&] {
      return std::any_of(
          report_.pairs.begin() + ptrdiff_t(first), report_.pairs.end(),
          [](const PairReport& pair) { return pair.outcome != PairOutcome::NotEntered; });
    };
    if (threads_.size() > 2 && !is_over()) {
      if (everything_is_glanced_at() && is_entered())
        postponed_.push_back({which, std::move(task), std::move(code), std::move(around)});
      else
        explore_with_all(which, task, around);
    }
    left_out_ = left_out_ || !is_entered();
    return true;
  }

  // Where no run is stored that a proof could build on. To explore all threads around a fragment may take longer than to explore everything, so
  // that is tried first, for a moment.
  bool everything_is_glanced_at() const { return how_.mode == DiffMode::Usual && !verified_.run; }
  bool explore_postponed() {
    if (postponed_.empty() || report_.result.verdict != Verdict::Incomplete || is_over())
      return false;
    for (const Postponed& later : postponed_)
      if (!is_over()) explore_with_all(later.fragments, later.task, later.around);
    return true;
  }

  // Those not done yet: of each T_i one at first, which may tell that others show nothing; then all of them.
  std::vector<PairTask> next_pairs(const std::vector<size_t>& which, const PairTask& around_these,
                                   const std::vector<size_t>& modified,
                                   std::map<size_t, AroundFragment>& around,
                                   std::set<std::pair<size_t, size_t>>& done) {
    std::vector<PairTask> tasks;
    std::vector<bool> may_come;
    for (const DynamicThread& thread : threads_)
      may_come.push_back(may_be_instance(thread, facts_.threads, modified));
    for (size_t i = 0; i < threads_.size(); ++i) {
      if (!may_come[i]) continue;
      const auto seen = around.find(i);
      // Main last: it mostly waits.
      for (size_t k = 1; k <= threads_.size(); ++k) {
        const size_t j = k % threads_.size();
        if (i == j || !done.insert({i, j}).second) continue;
        if (seen != around.end() && seen->second.is_the_same_for_all) {
          report_.pairs.push_back({.fragments = which,
                                   .modified = name(i),
                                   .other = name(j),
                                   .outcome = PairOutcome::NotEntered});
          continue;
        }
        tasks.push_back(around_these);
        tasks.back().modified = threads_[i].path;
        tasks.back().other = threads_[j].path;
        tasks.back().both = may_come[j] && done.insert({j, i}).second;
        if (seen == around.end()) break;
      }
    }
    return tasks;
  }

  void explore_with_all(const std::vector<size_t>& which, PairTask task,
                        const std::map<size_t, AroundFragment>& around) {
    std::vector<PairTask> tasks;
    std::deque<TouchedMemory> matters;
    task.scope = PairScope::AllThreads;
    for (const auto& [i, seen] : around) {
      if (seen.entered && seen.complete && !several_matter(seen.touched, seen.by_others)) continue;
      task.modified = threads_[i].path;
      task.other = threads_[i == 0].path;
      task.touched = &matters.emplace_back(memory_that_matters(seen.touched, seen.by_others));
      tasks.push_back(task);
    }
    const auto start = std::chrono::steady_clock::now();
    explore_pairs(which, tasks, kNoLimit);
    all_threads_seconds_ += seconds_since(start);
  }

  std::vector<PairRun> explore_pairs(const std::vector<size_t>& which,
                                     const std::vector<PairTask>& tasks, uint64_t states) {
    const auto start = std::chrono::steady_clock::now();
    const auto options = [&]() -> std::optional<SearchOptions> {
      const double running = seconds_since(start);
      if (is_over(running)) return std::nullopt;
      SearchOptions search = search_options(seconds_for(tasks.front().scope, running));
      search.limits.states = states;
      return search;
    };
    const unsigned workers =
        how_.workers ? how_.workers : std::max(1u, std::thread::hardware_concurrency());
    std::vector<PairRun> runs =
        heddle::explore_pairs(program_, settings_, options, tasks, !wants_all_errors(), workers);
    report_.result.statistics.search_seconds += seconds_since(start);
    for (size_t k = 0; k < runs.size(); ++k) {
      see(runs[k]);
      report_pair(which, tasks[k], runs[k]);
    }
    return runs;
  }

  void report_pair(const std::vector<size_t>& which, const PairTask& task, const PairRun& run) {
    const bool with_all = task.scope == PairScope::AllThreads;
    PairReport pair{.fragments = which,
                    .modified = name(number_of(task.modified)),
                    .other = with_all ? "all others" : name(number_of(task.other)),
                    .both = task.both,
                    .all_threads = with_all,
                    .outcome = PairOutcome::Explored,
                    .reason = run.outcome.incomplete,
                    .statistics = run.outcome.statistics};
    if (!run.errors.empty())
      pair.outcome = PairOutcome::Error;
    else if (!run.outcome.incomplete.empty())
      pair.outcome = PairOutcome::Limit;
    else if (!run.sightings.entered())
      pair.outcome = PairOutcome::NotEntered;
    report_.pairs.push_back(std::move(pair));
  }

  bool wants_all_errors() const { return how_.mode == DiffMode::Safety; }

  // `running`: what searches have taken that are not counted yet.
  double seconds_for(PairScope scope, double running) const {
    const double usual =
        how_.mode == DiffMode::Safety ? DiffOptions::kSafetySeconds : DiffOptions::kBugsSeconds;
    double seconds = how_.seconds_per_pair.value_or(usual);
    if (how_.mode == DiffMode::Bugs && scope == PairScope::AllThreads)
      seconds = std::min(seconds, std::max(0.0, kExtraSeconds - all_threads_seconds_ - running));
    if (proof_follows() && !how_.seconds_per_pair)
      seconds = std::min(seconds, seconds_before_proof(running));
    return seconds;
  }

  // Pairs come first because they are quick. Where they are not, they are not worth waiting for: all of them together get about
  // as long as the search of everything that follows.
  double seconds_before_proof(double running = 0) const {
    const double all = std::max(kLeastPairSeconds, kSecondsPerState * double(stored_states()));
    return std::max(0.0, all - report_.result.statistics.search_seconds - running);
  }
  bool has_base() const { return !report_.base.empty(); }
  bool proof_follows() const { return how_.mode == DiffMode::Usual && verified_.run; }
  size_t stored_states() const { return verified_.run->graph.states.size(); }

  void see(const PairRun& run) {
    for (const DynamicThread& thread : run.sightings.threads) note_thread(threads_, thread);
    add_work(report_.result.statistics, run.outcome.statistics);
    report_.result.statistics.states += run.outcome.statistics.states;
    if (run.outcome.incomplete == "interrupted") interrupted_ = true;
    assumptions_.insert(run.assumptions.begin(), run.assumptions.end());
    assumptions_.insert(run.incompleteness.begin(), run.incompleteness.end());
    keep_errors(run.errors);
  }

  void keep_errors(const std::vector<PairError>& errors) {
    for (const auto& [error, replayed] : errors) {
      if (!known_errors_.insert(identity_of(program_, error.violation)).second) continue;
      FoundError simple = error;
      const auto told = std::chrono::steady_clock::now();
      simple.schedule = simplify(program_, replayed, error.violation, error.schedule,
                                 std::min(kSimplifySeconds, simplify_seconds_));
      simplify_seconds_ = std::max(0.0, simplify_seconds_ - seconds_since(told));
      report_.result.errors.push_back(tell(program_, replayed, simple));
      if (!options_.trace_file.empty() && known_errors_.size() == 1)
        save_trace(options_.trace_file, options_, replayed, program_, simple);
    }
  }

  bool is_over(double running = 0) const {
    if (interrupted_ || seconds_since(start_) >= options_.max_seconds) return true;
    if (proof_follows() && !how_.seconds_per_pair && seconds_before_proof(running) <= 0)
      return true;
    return !wants_all_errors() && !known_errors_.empty();
  }

  SearchOptions search_options(std::optional<double> seconds) const {
    SearchOptions search{.errors = options_.errors, .keep_going = wants_all_errors()};
    const double left = options_.max_seconds - seconds_since(start_);
    search.limits = {.seconds = std::max(0.0, std::min(left, seconds.value_or(left))),
                     .bytes = memory_limit(options_)};
    search.on_progress = options_.on_progress;
    return search;
  }

  size_t number_of(const CreationPath& path) const {
    return size_t(std::find_if(threads_.begin(), threads_.end(),
                               [&](const DynamicThread& thread) { return thread.path == path; }) -
                  threads_.begin());
  }
  std::string name(size_t index) const { return told_name(program_, threads_[index]); }

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
    if (count(PairOutcome::NotEntered) == report_.pairs.size())
      return "in what was explored of pairs, no thread came to the changed code";
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
    add_assumptions(assumptions_);
    result.verdict = !result.errors.empty() ? Verdict::Error
                     : is_as_verified()     ? Verdict::Verified
                                            : Verdict::Incomplete;
    report_.guarantee = guarantee();
    if (result.verdict == Verdict::Incomplete) {
      report_.guarantee += unproved_;
      result.reason = report_.guarantee;
    }
    result.statistics.analysis_seconds = report_.analysis_seconds;
  }

  // What is the same as a verified version is verified.
  bool is_as_verified() const { return report_.same_program && stored_; }

  bool wants_proof() const {
    if (is_as_verified() || !known_errors_.empty() || interrupted_) return false;
    // Lists of changes and pairs of threads may miss what an edit broke. For a small program to explore everything takes no longer, and
    // leaves nothing open.
    return is_about_everything() || (!report_.same_program && !is_over());
  }
  bool is_about_everything() const {
    return !has_base() || how_.mode == DiffMode::Proof || proof_follows();
  }

  double seconds_for_proof() const {
    const double left = std::max(0.0, options_.max_seconds - seconds_since(start_));
    // A fragment that no pair comes to may lie behind a condition that holds in other executions: only all of them tell.
    const bool nothing_else_tells = left_out_ && how_.mode != DiffMode::Bugs;
    return is_about_everything() || nothing_else_tells ? left : std::min(left, kExtraSeconds);
  }

  // Its verdict is on everything, so it takes the place of the other.
  void add_proof() {
    Options options = options_;
    options.incremental = true;
    options.keep_going = wants_all_errors();
    options.max_seconds = seconds_for_proof();
    report_.proof = prove(options, program_, verified_);
    CheckResult& result = report_.result;
    const CheckResult& proof = *report_.proof;
    add_work(result.statistics, proof.statistics);
    result.statistics.states += proof.statistics.states;
    result.statistics.search_seconds += proof.statistics.search_seconds;
    // A search that did not come to its end says less than the pairs did.
    if (proof.verdict == Verdict::Incomplete) {
      assumptions_.insert(proof.assumptions.begin(), proof.assumptions.end());
      add_assumptions(proof.assumptions);
      const bool was_short =
          options.max_seconds == kExtraSeconds && proof.statistics.seconds >= kExtraSeconds;
      unproved_ = was_short
                      ? fmt::format("; a search of everything was given {} s, which was not enough",
                                    kExtraSeconds)
                      : "; the search of everything was not completed: " + proof.reason;
      report_.guarantee += unproved_;
      result.reason = report_.guarantee;
      return;
    }
    result.assumptions = proof.assumptions;
    result.basis = proof.basis;
    result.errors = proof.errors;
    result.verdict = proof.verdict;
    result.reason.clear();
    report_.guarantee = proof.verdict == Verdict::Verified
                            ? "every interleaving is covered"
                            : "the error is one of this version, whatever changed";
  }

  template <typename Notes>
  void add_assumptions(const Notes& notes) {
    std::vector<std::string>& all = report_.result.assumptions;
    for (const std::string& noted : notes)
      if (std::find(all.begin(), all.end(), noted) == all.end()) all.push_back(noted);
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
  std::vector<Postponed> postponed_;
  std::string unproved_;  // why everything was not explored
  double all_threads_seconds_ = 0;  // of searches with all threads
  double simplify_seconds_ = kSimplifyAllSeconds;  // that are left
  bool interrupted_ = false;
  DiffReport report_;
};

}  // namespace

DiffReport diff(const Options& options, const DiffOptions& how) {
  const auto start = std::chrono::steady_clock::now();
  const Store store = store_of(options);
  const Store::Found verified = store.last(store_name(options));
  const Base base = how.base.empty() ? stored_base(verified, how.mode, options, store.is_on())
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
