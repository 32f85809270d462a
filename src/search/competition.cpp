// SPDX-License-Identifier: Apache-2.0
#include "search/competition.h"

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "search/merge.h"

namespace heddle {

namespace {

class Race {
 public:
  Race(const Program& program, const SearchOptions& options,
       const std::vector<Contestant>& contestants,
       const std::function<bool(const SearchOutcome&)>& is_settled)
      : program_(program),
        options_(options),
        contestants_(contestants),
        is_settled_(is_settled),
        figures_(contestants.size()) {
    result_.finishes.resize(contestants.size());
  }

  CompetitionResult run() {
    std::vector<std::thread> threads;
    for (size_t number = 0; number < contestants_.size(); ++number)
      threads.emplace_back([this, number] { take_part(number); });
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    return std::move(result_);
  }

 private:
  void take_part(size_t number) {
    try {
      const Contestant& contestant = contestants_[number];
      MachineOptions machine_options = contestant.machine;
      std::unique_ptr<ChoiceFilter> filter;
      if (contestant.machine.filter) filter = contestant.machine.filter->clone();
      machine_options.filter = filter.get();
      SearchOptions own_options = options_;
      own_options.limits.bytes = options_.limits.bytes / contestants_.size();
      own_options.on_progress = [this, number](const Statistics& part) {
        return may_go_on(number, part);
      };
      Machine machine(program_, machine_options);
      SearchOutcome outcome = contestant.run(machine_options, own_options, machine);
      const std::lock_guard lock(mutex_);
      if (!over_ && is_settled_(outcome)) {
        over_ = true;
        result_.winner = number;
      }
      result_.finishes[number] = {std::move(outcome), machine.notes()};
    } catch (...) {
      const std::lock_guard lock(mutex_);
      over_ = true;
      failure_ = std::current_exception();
    }
  }

  // The figures shown are those of all together; states are counted by each for itself.
  bool may_go_on(size_t number, const Statistics& part) {
    if (over_) return false;
    if (!options_.on_progress) return true;
    const std::lock_guard lock(mutex_);
    figures_[number] = part;
    Statistics sum;
    for (const Statistics& figures : figures_) add_search(sum, figures);
    sum.search_seconds = part.search_seconds;
    return options_.on_progress(sum);
  }

  const Program& program_;
  const SearchOptions& options_;
  const std::vector<Contestant>& contestants_;
  const std::function<bool(const SearchOutcome&)>& is_settled_;
  std::mutex mutex_;
  std::atomic<bool> over_{false};
  std::vector<Statistics> figures_;
  CompetitionResult result_;
  std::exception_ptr failure_;
};

}  // namespace

CompetitionResult compete(const Program& program, const SearchOptions& options,
                          const std::vector<Contestant>& contestants,
                          const std::function<bool(const SearchOutcome&)>& is_settled) {
  return Race(program, options, contestants, is_settled).run();
}

}  // namespace heddle
