// SPDX-License-Identifier: Apache-2.0
#include "search/search.h"

#include <utility>

#include "search/refine.h"
#include "search/revisits.h"
#include "support/bits.h"
#include "support/invariant.h"

namespace heddle {

namespace {

constexpr size_t kLogBlock = 1 << 12;  // records

std::unique_ptr<GraphRecorder> recorder_for(Machine& machine, const SearchOptions& options) {
  if (!options.keep_transitions && !options.revisits) return nullptr;
  return std::make_unique<GraphRecorder>(machine, options.keep_transitions,
                                         !options.errors.contains(ErrorKind::Leak));
}

Fingerprint fingerprint_in(const Machine::Mark& mark) {
  return mark.memory.fingerprint + mark.memory.sharing_fingerprint + mark.threads_fingerprint;
}

}  // namespace

Search::Search(Machine& machine, const SearchOptions& options)
    : Exploration(machine, options),
      own_visited_(make_visited_set(options)),
      visited_(own_visited_.get()),
      depths_(&own_depths_),
      start_(machine.mark()),
      budget_(options.limits.bound),
      recorder_(recorder_for(machine, options)),
      revisits_(options.revisits.get()) {
  if (options.make_strategy) strategy_ = options.make_strategy();
}

Search::Search(Machine& machine, const SearchOptions& options, const Team& team)
    : Exploration(machine, options),
      visited_(&team.visited),
      depths_(&team.depths),
      pool_(&team.pool),
      others_explore_(team.others_explore),
      log_(team.log),
      start_(machine.mark()),
      budget_(options.limits.bound),
      recorder_(recorder_for(machine, options)),
      revisits_(options.revisits.get()) {
  if (options.make_strategy) strategy_ = options.make_strategy();
}

SearchOutcome Search::run() {
  bool done = true;
  if (!pool_ || pool_->is_first()) done = explore(ScheduleStep{});
  if (pool_) {
    while (done) {
      if (log_) write_log(records_.size());
      const std::optional<WorkItem> item = pool_->get();
      if (!item) break;
      done = begin(*item);
    }
    if (!done && log_) leave_work();
  }
  if (strategy_) outcome_.left_out = strategy_->incomplete();
  say_what_is_missed(*visited_);
  if (recorder_ && !stopped()) outcome_.taken = recorder_->hand_over();
  return finish();
}

bool Search::explore(std::optional<ScheduleStep> step) {
  bool chosen = !stack_.empty();
  while (step && !stopped() && !(pool_ && pool_->stopped())) {
    if (strategy_) strategy_->take(machine_, *step);
    if (recorder_) recorder_->take(*step);
    const Stop stop = take(*step);
    if (strategy_) strategy_->taken(machine_);
    if (chosen && !machine_.options().plain_choices) compare(step->thread);
    step = arrive(stop);
    chosen = !step;
    if (pool_ && pool_->wants_work()) share_work();
    if (chosen && pool_ && pool_->wants_rest() && !stopped()) rest();
    if (chosen) step = next_step();
  }
  if (pool_ && stopped()) pool_->stop();
  return !step && !stopped();
}

// To the state that another worker found, with what it left to us.
bool Search::begin(const WorkItem& item) {
  machine_.undo(start_);
  cut_path(0);
  if (strategy_) strategy_->go_back(0);
  if (recorder_) recorder_->begin_anew();
  if (item.choices.empty()) return explore(ScheduleStep{});
  auto choice = item.choices.begin();
  for (const ScheduleStep& step : item.path) {
    if (!(machine_.live_threads() & bit(step.thread)) || !machine_.is_enabled(step.thread))
      throw InputError("the checkpoint does not fit the program: a thread cannot run");
    path_.push_back(step);
    if (strategy_) strategy_->take(machine_, step);
    machine_.run(step.thread, step.branch);
    if (strategy_) strategy_->taken(machine_);
    if (recorder_ && !recorder_->has_begun() && has_choice(machine_.enabled_threads()))
      recorder_->begin();
    while (choice != item.choices.end() && choice->path_length == path_.size()) reopen(*choice++);
  }
  if (item.end != Fingerprint{} && machine_.fingerprint() != item.end)
    throw InputError("the checkpoint does not fit the program: its path leads to another state");
  return explore(next_step());
}

// The transitions that were taken from there are compared with those to come, and not with each other.
void Search::reopen(const OpenChoice& choice) {
  budget_.set_spent(choice.spent);
  push_state(choice.threads, choice.first);
  static_cast<OpenChoice&>(stack_.back()) = choice;
  stack_.back().left = true;
  if (machine_.options().plain_choices) return;
  for (uint64_t rest = choice.all; rest; rest &= rest - 1) {
    const ThreadNumber thread = lowest(rest);
    const Pending& pending = machine_.thread(thread).pending;
    const bool ahead = choice.threads & bit(thread);
    const uint32_t all = pending.kind == PendingKind::Choose ? pending.branches : 1;
    const uint32_t taken = !ahead ? all : thread == choice.current ? choice.branch : 0;
    for (uint32_t branch = 0; branch < taken; ++branch) {
      machine_.run(thread, branch);
      side_by_side_.add(thread, machine_.accesses().all());
      machine_.undo(stack_.back().mark);
    }
  }
}

// Gives away the shallowest transitions that are left: most of the work is there.
void Search::share_work() {
  if (outcome_.statistics.transitions < next_share_) return;
  for (Choice& choice : stack_) {
    uint64_t given = choice.threads;
    if (choice.branch > 0) given &= ~bit(choice.current);
    if (&choice == &stack_.back() && !choice.left) given &= given - 1;
    if (!given) continue;
    choice.threads &= ~given;
    OpenChoice piece = choice;
    piece.threads = given;
    piece.branch = 0;
    pool_->give({.path = {path_.begin(), path_.begin() + ptrdiff_t(choice.path_length)},
                 .choices = {piece},
                 .end = {}});
    // To run a schedule again must stay cheap next to the work itself.
    next_share_ = outcome_.statistics.transitions + 4 * choice.path_length;
    return;
  }
}

WorkItem Search::piece() const {
  if (stack_.empty()) return {};
  const Choice& top = stack_.back();
  return {.path = {path_.begin(), path_.begin() + ptrdiff_t(top.path_length)},
          .choices = {stack_.begin(), stack_.end()},
          .end = fingerprint_in(top.mark)};
}

// Stopped on the way from a choice to the next: that way has to be gone again.
void Search::leave_work() {
  write_log(committed_);
  WorkItem item = piece();
  if (!item.choices.empty()) {
    OpenChoice& top = item.choices.back();
    top.threads |= bit(top.current);
    top.branch = branch_before_;
  }
  pool_->give(std::move(item));
}

void Search::rest() {
  write_log(records_.size());
  pool_->rest();
}

// What was new up to here will not be found new again if the search goes on from a checkpoint: the choices on
// the stack lead to all the rest.
void Search::commit() {
  committed_ = records_.size();
  branch_before_ = stack_.back().branch;
  if (committed_ >= kLogBlock) write_log(committed_);
}

void Search::write_log(size_t count) {
  log_->append({records_.data(), count});
  records_.erase(records_.begin(), records_.begin() + ptrdiff_t(count));
  committed_ = 0;
}

std::optional<WorkItem> Search::work_left() const {
  if (stack_.empty()) return std::nullopt;
  return piece();
}

SearchOutcome Search::so_far() const {
  SearchOutcome outcome = outcome_;
  if (strategy_) outcome.left_out = strategy_->incomplete();
  add_figures(outcome);
  return outcome;
}

std::optional<ScheduleStep> Search::arrive(Stop stop_reason) {
  visited_->prefetch(machine_);
  if (recorder_) recorder_->prefetch(machine_.fingerprint());
  uint64_t enabled = 0;
  if (!goes_on(stop_reason, enabled)) {
    note_arrival(std::nullopt);
    return std::nullopt;
  }
  if (const uint64_t choosing = choosing_first())
    return push_choice(bit(lowest(choosing)), enabled);
  return has_choice(enabled) ? push_choice(enabled, enabled) : forced_step(lowest(enabled));
}

bool Search::has_choice(uint64_t enabled) const {
  return !is_single(enabled) || (enabled & machine_.standing().choosing) != 0;
}

// A nondeterministic choice is local, so its branches are a persistent set: they are taken before any
// other thread runs. When context switches count, only the thread that just ran is asked at once.
uint64_t Search::choosing_first() const {
  const uint64_t choosing = machine_.standing().choosing;
  return budget_ ? choosing & bit(last_thread()) : choosing;
}

// Alone, a thread goes on without a choice. Where it begins to, the state is matched: other paths lead
// there, too. The states after that are reached from there only. If one comes back, it will for ever.
std::optional<ScheduleStep> Search::forced_step(ThreadNumber only) {
  if (!affordable(bit(only), bit(only))) return std::nullopt;
  if (forced_run_.begins() || only != last_thread()) {
    if (known(bit(only)) || stopped()) return std::nullopt;
  }
  if (forced_run_.comes_back(machine_)) {
    report(endless_loop(only));
    return std::nullopt;
  }
  if (budget_) budget_.spend(only, last_thread(), bit(only));
  return ScheduleStep{only, 0};
}

std::optional<ScheduleStep> Search::push_choice(uint64_t threads, uint64_t enabled) {
  forced_run_.end();
  if (revisits_ && stack_.empty()) revisits_->begin_at(machine_);
  const bool is_known = known(enabled);
  if (recorder_ && !recorder_->has_begun()) recorder_->begin();
  if (is_known || stopped()) return std::nullopt;
  if (stack_.empty() && !pool_) machine_.forget_history();
  if (!is_single(threads)) ++outcome_.statistics.choices;
  Strategy::Arrangement arrangement{.explored = affordable(threads, enabled), .first = 0};
  if (strategy_ && !is_single(arrangement.explored) && arrangement.explored)
    arrangement = strategy_->arrange(machine_, arrangement.explored, last_thread());
  if (revisits_)
    arrangement.explored = revisits_->needed(machine_.fingerprint(), arrangement.explored);
  push_state(arrangement.explored, arrangement.first);
  stack_.back().put_off = enabled & ~threads;
  if (recorder_) {
    stack_.back().number = recorder_->here();
    if (stack_.back().put_off) recorder_->put_off(machine_.fingerprint());
  }
  return std::nullopt;
}

void Search::push_state(uint64_t threads, uint64_t first) {
  if (!machine_.options().plain_choices)
    side_by_side_.open(last_thread(), machine_.accesses().all());
  stack_.push_back({{.path_length = path_.size(),
                     .all = threads,
                     .threads = threads,
                     .first = first,
                     .last = last_thread(),
                     .spent = budget_.spent()},
                    machine_.mark(),
                    false,
                    {}});
}

bool Search::known(uint64_t enabled) {
  const bool known = is_known(enabled);
  if (known && !stack_.empty()) stack_.back().came_round = true;
  return known;
}

// A transition ends, at a state or with the execution.
void Search::note_arrival(const std::optional<Fingerprint>& state) {
  if (!recorder_) return;
  if (revisits_ && recorder_->from() && recorder_->step() &&
      revisits_->misleads(*recorder_->from(), *recorder_->step(), state)) {
    outcome_.misled = true;
    stop("the stored run does not fit");
  }
  recorder_->arrive(state);
}

bool Search::is_known(uint64_t enabled) {
  note_arrival(machine_.fingerprint());
  if (revisits_ && !revisits_->must_visit(machine_.fingerprint())) {
    ++outcome_.statistics.matched;
    return true;
  }
  uint64_t extra = strategy_ ? strategy_->key(machine_, enabled, last_thread()) : 0;
  if (budget_) {
    extra += budget_.key(last_thread(), enabled);
    // Reached before with at least as much left to spend: nothing new can follow.
    for (uint32_t less = 0; less < budget_.spent(); ++less)
      if (visited_->contains(machine_, extra + less) && !leads_further(extra + less)) {
        ++outcome_.statistics.matched;
        return true;
      }
    extra += budget_.spent();
  }
  if (!insert(*visited_, extra)) {
    if (stopped() || !leads_further(extra)) return true;
    --outcome_.statistics.matched;
  }
  if (has_depth_limit()) depths_->note(depth_key(extra), path_.size());
  if (log_) {
    StateLog::add_state(records_, visit_key(machine_.fingerprint(), extra));
    if (has_depth_limit()) StateLog::add_depth(records_, depth_key(extra), path_.size());
  }
  return false;
}

// A known state leads further on a shorter path if the limit of depth has cut it off. Before the first
// cut all that it leads to is explored, or on this path: there it has as many transitions left. That is not
// so for what somebody else explores.
bool Search::leads_further(uint64_t extra) const {
  const bool has_cut = has_depth_limit() && (others_explore_ || !outcome_.incomplete.empty());
  return has_cut && depths_->shortens(depth_key(extra), path_.size());
}

Fingerprint Search::depth_key(uint64_t extra) const {
  return machine_.fingerprint() + word_term(extra, 0, 1);
}

// The branches of a nondeterministic choice have been explored: whether the other threads are run, too.
bool Search::take_up(Choice& choice) {
  if (!choice.came_round || choice.put_off == 0) return false;
  const uint64_t enabled = choice.all | choice.put_off;
  choice.threads = std::exchange(choice.put_off, 0);
  if (budget_) {
    budget_.set_spent(choice.spent);
    const uint64_t within = budget_.affordable(choice.threads, choice.last, enabled);
    outcome_.bound_reached = outcome_.bound_reached || within != choice.threads;
    choice.threads = within;
  }
  choice.all |= choice.threads;
  return choice.threads != 0;
}

std::optional<ScheduleStep> Search::next_step() {
  if (stopped()) return std::nullopt;
  while (!stack_.empty() && stack_.back().threads == 0 && !take_up(stack_.back())) {
    const Growth growth = stack_.back().growth;
    stack_.pop_back();
    // The successor in the first way stands for this choice: later ways lead to what is left.
    if (!pool_ && !stack_.empty() && is_single(stack_.back().all & ~stack_.back().threads))
      stack_.back().growth.close_below(growth, visited_->size());
    if (!machine_.options().plain_choices) side_by_side_.close();
  }
  if (stack_.empty()) return std::nullopt;
  Choice& choice = stack_.back();
  if (log_) commit();
  if (choice.left) machine_.undo(choice.mark);
  if (!pool_) choice.growth.take_way(visited_->size(), choice.left);
  choice.left = true;
  cut_path(choice.path_length);
  if (strategy_) strategy_->go_back(choice.path_length);
  forced_run_.end();
  if (recorder_) recorder_->leave(fingerprint_in(choice.mark), choice.number);
  const ThreadNumber thread = choice.current = next_thread(choice);
  if (budget_) {
    budget_.set_spent(choice.spent);
    budget_.spend(thread, choice.last, machine_.enabled_threads());
  }
  const ScheduleStep step{thread, choice.branch};
  // A thread at a nondeterministic choice has several steps.
  const Pending& pending = machine_.thread(thread).pending;
  const bool more = pending.kind == PendingKind::Choose && choice.branch + 1 < pending.branches;
  choice.branch = more ? choice.branch + 1 : 0;
  if (!more) choice.threads &= ~bit(thread);
  return step;
}

// A transition from the state on top of the stack has been taken: does it race with one before?
void Search::compare(ThreadNumber thread) {
  if (const auto meeting = side_by_side_.add(thread, machine_.accesses().all()))
    report_meeting(*meeting);
}

ThreadNumber Search::next_thread(const Choice& choice) {
  if (choice.branch > 0) return choice.current;
  if (!strategy_) return by_default(choice.threads, choice.last);
  const uint64_t best = choice.threads & choice.first;
  return strategy_->next(machine_, best ? best : choice.threads, choice.last);
}

uint64_t Search::affordable(uint64_t threads, uint64_t enabled) {
  if (!budget_) return threads;
  const uint64_t result = budget_.affordable(threads, last_thread(), enabled);
  if (result != threads) outcome_.bound_reached = true;
  return result;
}

Exploration::Held Search::held() const {
  return {.states = visited_->size(),
          .visited_bytes = visited_->bytes(),
          .other_bytes = stack_.capacity() * sizeof(Choice) + side_by_side_.bytes() +
                         depths_->bytes() + (recorder_ ? recorder_->bytes() : 0)};
}

// Not with several workers, who do not know each other's choices, nor for one round of several.
double Search::explored() const {
  if (pool_ || budget_) return 0;
  double later = 0, remaining = 0;
  for (auto choice = stack_.rbegin(); choice != stack_.rend(); ++choice) {
    later = choice->growth.later_ways(later);
    const int ways = std::popcount(choice->all) - 1;
    if (ways > 0) remaining += later * std::popcount(choice->threads) / ways;
  }
  const auto found = double(visited_->size());
  return found / (found + remaining);
}

}  // namespace heddle
