// SPDX-License-Identifier: Apache-2.0
#include "incremental/pair_search.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <exception>
#include <mutex>
#include <numeric>
#include <thread>

#include "search/merge.h"
#include "search/parallel.h"
#include "search/refine.h"
#include "search/replay.h"
#include "support/seconds_since.h"

namespace heddle {

namespace {

constexpr uint64_t kFewStates = 8000;
constexpr uint64_t kNoLimit = ~uint64_t(0);

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

void add_error(const Program& program, PairError&& error, std::vector<PairError>& all) {
  const bool is_known = std::any_of(all.begin(), all.end(), [&](const PairError& known) {
    return same_error(program, known.found.violation, error.found.violation);
  });
  if (!is_known) all.push_back(std::move(error));
}

// Errors are real whatever their run was begun again for.
void take_errors(const Program& program, const MachineOptions& settings, SearchOutcome& outcome,
                 std::vector<PairError>& all) {
  for (FoundError& error : outcome.errors)
    add_error(program, {std::move(error), refined(settings)}, all);
  outcome.errors.clear();
}

// What runs of one batch turned out to need, each for itself.
void merge(MachineOptions& settings, const MachineOptions& other) {
  settings.plain_choices |= other.plain_choices;
  settings.visible_releases |= other.visible_releases;
  settings.hand_over &= other.hand_over;
  settings.sharing = std::max(settings.sharing, other.sharing);
}

class Batch {
 public:
  Batch(const Program& program, MachineOptions& settings, const OptionsOfPair& options,
        const std::vector<PairTask>& tasks, bool errors_end_it)
      : program_(program),
        settings_(settings),
        options_(options),
        tasks_(tasks),
        errors_end_it_(errors_end_it),
        end_(tasks.size()),
        runs_(tasks.size()),
        needed_(tasks.size(), settings),
        was_cut_(tasks.size()),
        figures_(tasks.size()) {}

  std::vector<PairRun> run(size_t workers) {
    std::vector<size_t> all(tasks_.size());
    std::iota(all.begin(), all.end(), 0);
    if (workers == 1 && all.size() == 1) {
      run_round(all, 1, kNoLimit);
    } else {
      // Most are small, and errors are mostly near. What is left then is shared out evenly.
      run_round(all, workers, kFewStates);
      std::vector<size_t> large;
      for (const size_t k : all)
        if (was_cut_[k]) large.push_back(k);
      if (end_ == all.size()) run_round(large, workers, kNoLimit);
    }
    if (failure_) std::rethrow_exception(failure_);
    runs_.resize(end_);
    needed_.resize(end_, settings_);
    for (const MachineOptions& needed : needed_) merge(settings_, needed);
    return std::move(runs_);
  }

 private:
  void run_round(const std::vector<size_t>& which, size_t workers, uint64_t states) {
    if (which.empty()) return;
    next_ = 0;
    states_ = states;
    workers_ = std::min(workers, which.size());
    workers_of_each_ = states == kNoLimit ? unsigned(workers / workers_) : 1;
    std::vector<std::thread> threads;
    for (size_t k = 1; k < workers_; ++k) threads.emplace_back([&] { work(which); });
    work(which);
    for (std::thread& thread : threads) thread.join();
  }

  void work(const std::vector<size_t>& which) {
    try {
      for (size_t place; (place = next_++) < which.size() && which[place] < end_;) {
        const size_t k = which[place];
        const std::optional<SearchOptions> options = begin(k);
        if (!options) {
          // What the first round found, also behind this one, stays.
          if (!was_cut_[k]) end_at(k);
          return;
        }
        PairRun& run = runs_[k];
        std::vector<PairError> known = std::move(run.errors);
        run = explore_pair(program_, needed_[k], *options, tasks_[k], workers_of_each_);
        for (PairError& error : known) add_error(program_, std::move(error), run.errors);
        if (errors_end_it_ && !run.errors.empty()) end_at(k + 1);
        const bool may_show_more = run.errors.empty() || options->keep_going;
        was_cut_[k] = may_show_more && !run.outcome.incomplete.empty() &&
                      options->limits.states == kFewStates &&
                      run.outcome.statistics.states >= kFewStates;
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      end_ = 0;
    }
  }

  std::optional<SearchOptions> begin(size_t k) {
    const std::lock_guard lock(mutex_);
    std::optional<SearchOptions> options = options_();
    if (!options) return options;
    options->limits.bytes /= workers_;
    options->limits.states = std::min(options->limits.states, states_);
    options->on_progress = [this, k, tell = options->on_progress](const Statistics& figures) {
      if (k >= end_) return false;
      const std::lock_guard inner(mutex_);
      figures_[k] = figures;
      return !tell || tell(sum());
    };
    return options;
  }

  void end_at(size_t k) {
    const std::lock_guard lock(mutex_);
    end_ = std::min<size_t>(end_, k);
  }

  Statistics sum() const {
    Statistics sum;
    for (const Statistics& figures : figures_) {
      add_search(sum, figures);
      sum.search_seconds = std::max(sum.search_seconds, figures.search_seconds);
    }
    return sum;
  }

  const Program& program_;
  MachineOptions& settings_;
  const OptionsOfPair& options_;
  const std::vector<PairTask>& tasks_;
  const bool errors_end_it_;
  size_t workers_ = 1;
  unsigned workers_of_each_ = 1;
  uint64_t states_ = kNoLimit;  // for each pair of this round
  std::mutex mutex_;
  std::atomic<size_t> next_{0};
  std::atomic<size_t> end_;  // pairs from here on are not wanted
  std::vector<PairRun> runs_;
  std::vector<MachineOptions> needed_;
  std::vector<char> was_cut_;  // of the first round: it was too large for that
  std::vector<Statistics> figures_;
  std::exception_ptr failure_;
};

}  // namespace

bool several_matter(const TouchedMemory& fragment, const std::vector<TouchedMemory>& others) {
  size_t count = 0;
  for (const TouchedMemory& one : others) {
    const auto depends = [&](const TouchedMemory& other) {
      return &one != &other && one.depends_on(other);
    };
    count += one.depends_on(fragment) || std::any_of(others.begin(), others.end(), depends);
  }
  return count > 1;
}

TouchedMemory memory_that_matters(const TouchedMemory& fragment,
                                  const std::vector<TouchedMemory>& others) {
  TouchedMemory all = fragment;
  for (size_t k = 0; k < others.size(); ++k)
    for (size_t j = 0; j < k; ++j) all.add_conflicts(others[k], others[j]);
  return all;
}

PairRun explore_pair(const Program& program, MachineOptions& settings, const SearchOptions& options,
                     const PairTask& task, unsigned workers) {
  settings.filter = nullptr;
  std::vector<PairError> errors;
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    PairRun run;
    MachineOptions watching = settings;
    watching.watched = task.code;
    std::mutex mutex;
    std::deque<PairSightings> sightings;  // of each worker
    SearchOptions with_strategy = options;
    // What it took until it had to begin again counts as well.
    with_strategy.limits.seconds = std::max(0.0, options.limits.seconds - seconds_since(start));
    with_strategy.make_strategy = [&] {
      const std::lock_guard lock(mutex);
      return std::make_unique<PairStrategy>(task, sightings.emplace_back());
    };
    Machine machine(program, watching);
    run.outcome = search_depth_first(program, watching, with_strategy, workers, machine);
    take_errors(program, settings, run.outcome, errors);
    const bool errors_will_do = !errors.empty() && !options.keep_going;
    if (!errors_will_do && adjusted(settings, machine, run.outcome)) continue;
    for (const PairSightings& seen : sightings) run.sightings.add(seen);
    run.errors = std::move(errors);
    run.assumptions = machine.assumptions();
    run.incompleteness = machine.incompleteness();
    return run;
  }
}

std::vector<PairRun> explore_pairs(const Program& program, MachineOptions& settings,
                                   const OptionsOfPair& options, const std::vector<PairTask>& tasks,
                                   bool errors_end_it, unsigned workers) {
  return Batch(program, settings, options, tasks, errors_end_it).run(std::max(workers, 1u));
}

}  // namespace heddle
