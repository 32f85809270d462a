// SPDX-License-Identifier: Apache-2.0
#include "search/parallel.h"

#include <exception>
#include <mutex>
#include <thread>

#include "search/replay.h"
#include "search/striped_set.h"
#include "search/work_pool.h"

namespace heddle {

namespace {

// The figures of all workers, for the progress line and the limits.
class Progress {
 public:
  explicit Progress(unsigned workers) : parts_(workers) {}

  Statistics sum(unsigned worker, const Statistics& part) {
    const std::lock_guard lock(mutex_);
    parts_[worker] = part;
    Statistics sum = part;
    for (unsigned k = 0; k < parts_.size(); ++k)
      if (k != worker) add(sum, parts_[k]);
    return sum;
  }

  // States and their bytes are common to all; the rest adds up.
  static void add(Statistics& sum, const Statistics& part) {
    add_work(sum, part);
    sum.peak_bytes +=
        part.peak_bytes > part.visited_bytes ? part.peak_bytes - part.visited_bytes : 0;
  }

 private:
  std::mutex mutex_;
  std::vector<Statistics> parts_;
};

void merge(SearchOutcome& sum, SearchOutcome&& part, const Program& program) {
  for (FoundError& error : part.errors) {
    bool known = false;
    for (const FoundError& other : sum.errors)
      known = known || same_error(program, error.violation, other.violation);
    if (!known) sum.errors.push_back(std::move(error));
  }
  if (sum.incomplete.empty()) sum.incomplete = std::move(part.incomplete);
  if (sum.left_out.empty()) sum.left_out = std::move(part.left_out);
  if (sum.first_execution.empty()) sum.first_execution = std::move(part.first_execution);
  sum.needs_plain_choices |= part.needs_plain_choices;
  sum.surprised |= part.surprised;
  sum.bound_reached |= part.bound_reached;
  sum.ignored_errors.merge(part.ignored_errors);
  sum.final_states.merge(part.final_states);
  Progress::add(sum.statistics, part.statistics);
}

}  // namespace

SearchOutcome search_in_parallel(const Program& program, const MachineOptions& machine_options,
                                 const SearchOptions& options, unsigned workers, Machine& machine) {
  StripedSet visited([&] { return make_visited_set(options, StripedSet::kStripes); });
  WorkPool pool(workers);
  Progress progress(workers);
  std::mutex merging;
  SearchOutcome sum;
  std::exception_ptr failure;

  const auto work = [&](unsigned number, Machine& own) {
    SearchOptions own_options = options;
    own_options.on_progress = [&, number](const Statistics& part) {
      const Statistics all = progress.sum(number, part);
      return number != 0 || !options.on_progress || options.on_progress(all);
    };
    SearchOutcome outcome = Search(own, own_options, visited, pool).run();
    const std::lock_guard lock(merging);
    if (number == 0) sum.omission_probability = outcome.omission_probability;
    sum.statistics.states = outcome.statistics.states;
    sum.statistics.visited_bytes = outcome.statistics.visited_bytes;
    sum.statistics.search_seconds =
        std::max(sum.statistics.search_seconds, outcome.statistics.search_seconds);
    merge(sum, std::move(outcome), program);
    if (number != 0) machine.adopt_notes(own);
  };
  const auto guarded = [&](unsigned number) {
    try {
      if (number == 0) return work(number, machine);
      MachineOptions own_options = machine_options;
      std::unique_ptr<ChoiceFilter> filter;
      if (machine_options.filter) filter = machine_options.filter->clone();
      own_options.filter = filter.get();
      Machine own(program, own_options);
      work(number, own);
    } catch (...) {
      const std::lock_guard lock(merging);
      failure = std::current_exception();
      pool.stop();
    }
  };

  std::vector<std::thread> threads;
  for (unsigned number = 1; number < workers; ++number) threads.emplace_back(guarded, number);
  guarded(0);
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
  sum.statistics.peak_bytes += sum.statistics.visited_bytes;
  if (visited.size() <= options.keep_states) sum.states = visited.fingerprints();
  return sum;
}

}  // namespace heddle
