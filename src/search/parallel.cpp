// SPDX-License-Identifier: Apache-2.0
#include "search/parallel.h"

#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "search/checkpointer.h"
#include "search/merge.h"
#include "search/shared_set.h"
#include "search/striped_set.h"
#include "search/work_pool.h"
#include "support/invariant.h"

namespace heddle {

namespace {

// The figures of all workers, for the progress line and the limits.
class Progress {
 public:
  // `earlier` was done by another run of heddle.
  Progress(unsigned workers, const Statistics& earlier) : parts_(workers), earlier_(earlier) {}

  Statistics sum(unsigned worker, const Statistics& part) {
    const std::lock_guard lock(mutex_);
    parts_[worker] = part;
    Statistics sum = part;
    for (unsigned k = 0; k < parts_.size(); ++k)
      if (k != worker) add_worker(sum, parts_[k]);
    add_worker(sum, earlier_);
    return sum;
  }

 private:
  std::mutex mutex_;
  std::vector<Statistics> parts_;
  Statistics earlier_;
};

// All workers and what they share.
class ParallelSearch {
 public:
  ParallelSearch(const Program& program, const MachineOptions& machine_options,
                 const SearchOptions& options, unsigned workers)
      : program_(program),
        machine_options_(machine_options),
        options_(options),
        pool_(workers),
        searches_(workers),
        filters_(workers),
        progress_(workers, from() ? from()->so_far.statistics : Statistics{}) {
    if (options.exact)
      exact_.emplace(options.limits.bytes);
    else
      fingerprints_.emplace(options.limits.bytes, options.when_full, workers);
    if (from()) sum_ = from()->so_far;
    if (options.checkpoint) checkpointer_.emplace(*options.checkpoint, pool_);
  }

  SearchOutcome run(Machine& machine);

 private:
  const Checkpoint* from() const {
    return options_.checkpoint ? options_.checkpoint->from : nullptr;
  }
  VisitedSet& visited(unsigned worker) {
    return exact_ ? static_cast<VisitedSet&>(*exact_) : fingerprints_->part(worker);
  }
  void go_on_from(const Checkpoint& checkpoint);
  Checkpoint gather() const;
  void work(unsigned number, Machine& machine);
  void work_guarded(unsigned number, Machine& first);
  void end_checkpoints();

  const Program& program_;
  const MachineOptions& machine_options_;
  const SearchOptions& options_;
  std::optional<SharedSet> fingerprints_;
  std::optional<StripedSet> exact_;  // instead, if asked for
  DepthRecord depths_;
  WorkPool pool_;
  std::vector<const Search*> searches_;  // while they run
  std::vector<std::unique_ptr<ChoiceFilter>> filters_;  // of all workers but the first
  std::optional<Checkpointer> checkpointer_;
  Progress progress_;
  std::mutex merging_;
  SearchOutcome sum_;
  Machine::Notes notes_;  // of all workers
  double earlier_seconds_ = 0;
  std::exception_ptr failure_;
};

void ParallelSearch::go_on_from(const Checkpoint& checkpoint) {
  bool full = false;
  StateLog::read(
      log_beside(options_.checkpoint->from_file, checkpoint.log), checkpoint.log_end,
      {.state =
           [&](const Fingerprint& state) {
             full = visited(0).restore(state) == Insertion::Full || full;
           },
       .depth = [&](const Fingerprint& key, uint64_t depth) { depths_.note(key, depth); }});
  if (full) throw UsageError("the states of the checkpoint need more memory than --max-memory");
  notes_ = checkpoint.notes;
  earlier_seconds_ = std::exchange(sum_.statistics.search_seconds, 0);
  pool_.begin_with(checkpoint.work);
}

// While all workers rest.
Checkpoint ParallelSearch::gather() const {
  Checkpoint checkpoint{.work = pool_.items()};
  checkpoint.notes = notes_;
  checkpoint.so_far = sum_;
  for (const Search* search : searches_) {
    if (auto item = search->work_left()) checkpoint.work.push_back(std::move(*item));
    checkpoint.notes.add(search->notes());
    SearchOutcome part = search->so_far();
    checkpoint.so_far.statistics.search_seconds = earlier_seconds_ + part.statistics.search_seconds;
    merge(checkpoint.so_far, std::move(part), program_);
  }
  return checkpoint;
}

void ParallelSearch::work(unsigned number, Machine& machine) {
  SearchOptions own_options = options_;
  own_options.on_progress = [&, number](const Statistics& part) {
    const Statistics all = progress_.sum(number, part);
    return number != 0 || !options_.on_progress || options_.on_progress(all);
  };
  Search search(machine, own_options,
                {.visited = visited(number),
                 .pool = pool_,
                 .depths = depths_,
                 .others_explore = searches_.size() > 1 || from(),
                 .log = checkpointer_ ? &checkpointer_->log() : nullptr});
  searches_[number] = &search;
  SearchOutcome outcome = search.run();
  const std::lock_guard lock(merging_);
  sum_.omission_probability = outcome.omission_probability;
  sum_.statistics.states = outcome.statistics.states;
  sum_.statistics.visited_bytes = outcome.statistics.visited_bytes;
  sum_.statistics.search_seconds =
      std::max(sum_.statistics.search_seconds, outcome.statistics.search_seconds);
  merge(sum_, std::move(outcome), program_);
  notes_.add(machine.notes());
}

void ParallelSearch::work_guarded(unsigned number, Machine& first) {
  try {
    if (number == 0) return work(number, first);
    MachineOptions own_options = machine_options_;
    own_options.filter = filters_[number].get();
    Machine own(program_, own_options);
    work(number, own);
  } catch (...) {
    const std::lock_guard lock(merging_);
    failure_ = std::current_exception();
    pool_.stop();
  }
}

// A search that a limit or an interruption has stopped can go on from where it was.
void ParallelSearch::end_checkpoints() {
  if (!checkpointer_) return;
  checkpointer_->end();
  const bool begins_anew = sum_.needs_plain_choices || sum_.surprised;
  const bool enough = !sum_.errors.empty() && !options_.keep_going;
  if (!pool_.stopped() || begins_anew || enough) return;
  Checkpoint checkpoint{.work = pool_.items(), .notes = notes_, .so_far = sum_};
  checkpointer_->write(std::move(checkpoint));
}

SearchOutcome ParallelSearch::run(Machine& machine) {
  if (from()) go_on_from(*from());
  if (checkpointer_) checkpointer_->begin([this] { return gather(); });
  // Before anybody uses the first one: what it has found out changes with every question.
  if (machine_options_.filter)
    for (unsigned number = 1; number < searches_.size(); ++number)
      filters_[number] = machine_options_.filter->clone();
  std::vector<std::thread> threads;
  for (unsigned number = 1; number < searches_.size(); ++number)
    threads.emplace_back([&, number] { work_guarded(number, machine); });
  work_guarded(0, machine);
  for (std::thread& thread : threads) thread.join();
  if (failure_) std::rethrow_exception(failure_);
  machine.adopt_notes(notes_);
  sum_.statistics.search_seconds += earlier_seconds_;
  sum_.statistics.peak_bytes += sum_.statistics.visited_bytes;
  end_checkpoints();
  if (sum_.lost_transitions) sum_.taken.reset();
  if (sum_.depth_reached && sum_.incomplete.empty())
    sum_.incomplete = depth_limit_reached(options_.limits);
  return std::move(sum_);
}

}  // namespace

SearchOutcome search_in_parallel(const Program& program, const MachineOptions& machine_options,
                                 const SearchOptions& options, unsigned workers, Machine& machine) {
  return ParallelSearch(program, machine_options, options, workers).run(machine);
}

SearchOutcome search_depth_first(const Program& program, const MachineOptions& machine_options,
                                 const SearchOptions& options, unsigned workers, Machine& machine) {
  if (workers > 1 || options.checkpoint)
    return search_in_parallel(program, machine_options, options, workers, machine);
  return Search(machine, options).run();
}

}  // namespace heddle
