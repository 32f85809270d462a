// SPDX-License-Identifier: Apache-2.0
#include "incremental/pair_strategy.h"

#include <algorithm>

#include "incremental/statement_text.h"
#include "support/bits.h"
#include "support/hash.h"

namespace heddle {

namespace {

constexpr uint64_t kWord = 8;

template <typename Visit>
void visit_words(const MemoryRange& range, Visit visit) {
  if (range.size == 0) return;
  for (uint64_t word = range.address / kWord; word <= (range.address + range.size - 1) / kWord;
       ++word)
    visit(word * kWord);
}

// Whether a frame stands at such a point of a fragment.
template <typename Which>
bool stands(const PairTask& task, std::span<const Frame> frames, Which which) {
  return std::any_of(task.fragments.begin(), task.fragments.end(), [&](const Fragment& fragment) {
    return std::any_of(frames.begin(), frames.end(),
                       [&](const Frame& frame) { return which(fragment, frame.point); });
  });
}

}  // namespace

void TouchedMemory::add(const MemoryRange& range, bool writes) {
  visit_words(range, [&](uint64_t word) { written_[word] |= writes; });
}

void TouchedMemory::add(const TouchedMemory& other) {
  for (const auto& [word, written] : other.written_) written_[word] |= written;
}

bool TouchedMemory::depends_on(const MemoryRange& range, bool writes) const {
  bool depends = false;
  visit_words(range, [&](uint64_t word) {
    const auto found = written_.find(word);
    depends = depends || (found != written_.end() && (writes || found->second));
  });
  return depends;
}

bool TouchedMemory::depends_on(const TouchedMemory& other) const {
  return std::any_of(other.written_.begin(), other.written_.end(), [&](const auto& access) {
    const auto found = written_.find(access.first);
    return found != written_.end() && (access.second || found->second);
  });
}

bool TouchedMemory::changes(const TouchedMemory& other) const {
  return std::any_of(written_.begin(), written_.end(), [&](const auto& access) {
    return access.second && other.written_.contains(access.first);
  });
}

ThreadPaths::ThreadPaths(std::vector<DynamicThread>& seen) : seen_(seen) {
  if (seen_.empty()) seen_.emplace_back();
}

uint32_t ThreadPaths::id_of(const CreationPath& path) {
  for (uint32_t id = 0; id < seen_.size(); ++id)
    if (seen_[id].path == path) return id;
  seen_.push_back({.path = path});
  return uint32_t(seen_.size()) - 1;
}

void ThreadPaths::save(ThreadNumber thread, size_t length) {
  undo_.push_back({length, thread, ids_[thread], children_[thread]});
}

// Threads that begin together are numbered in the order of their creation.
void ThreadPaths::taken(const Machine& machine, ThreadNumber mover, size_t length) {
  const uint64_t created = machine.created_threads();
  for (uint64_t rest = created; rest; rest &= rest - 1) {
    const ThreadNumber child = lowest(rest);
    save(mover, length);
    save(child, length);
    CreationPath path = seen_[ids_[mover]].path;
    path.push_back(++children_[mover]);
    ids_[child] = id_of(path);
    children_[child] = 0;
  }
  for (uint64_t rest = machine.moved_threads(); rest; rest &= rest - 1)
    see_function(machine, lowest(rest));
}

void ThreadPaths::see_function(const Machine& machine, ThreadNumber thread) {
  FunctionIndex& function = seen_[ids_[thread]].function;
  if (function != DynamicThread::kUnknown) return;
  for (const Frame& frame : machine.frames(thread)) {
    if (!is_users(machine.program().functions[frame.function])) continue;
    function = frame.function;
    return;
  }
}

void ThreadPaths::go_back(size_t length) {
  for (; !undo_.empty() && undo_.back().length > length; undo_.pop_back()) {
    ids_[undo_.back().thread] = undo_.back().id;
    children_[undo_.back().thread] = undo_.back().children;
  }
}

std::optional<ThreadNumber> ThreadPaths::find(const Machine& machine,
                                              const CreationPath& path) const {
  for (uint64_t rest = machine.live_threads(); rest; rest &= rest - 1)
    if (seen_[ids_[lowest(rest)]].path == path) return lowest(rest);
  return std::nullopt;
}

std::optional<ThreadNumber> ThreadPaths::find_or_creator(const Machine& machine,
                                                         const CreationPath& path) const {
  if (const auto found = find(machine, path)) return found;
  CreationPath ancestor = path;
  while (!ancestor.empty()) {
    const uint32_t child = ancestor.back();
    ancestor.pop_back();
    const auto found = find(machine, ancestor);
    if (!found) continue;
    return children_[*found] < child ? found : std::nullopt;
  }
  return std::nullopt;
}

PairStrategy::PairStrategy(const PairTask& task, PairSightings& sightings)
    : task_(task), sightings_(sightings), paths_(sightings.threads), records_(1) {}

bool PairStrategy::is_inside(const Machine& machine, ThreadNumber thread) const {
  return stands(task_, machine.frames(thread),
                [](const Fragment& fragment, Point point) { return fragment.contains(point); });
}

bool PairStrategy::is_at_gate(const Machine& machine, ThreadNumber thread) const {
  return stands(task_, machine.frames(thread), [](const Fragment& fragment, Point point) {
    return std::binary_search(fragment.gates.begin(), fragment.gates.end(), point);
  });
}

void PairStrategy::take(const Machine& machine, const ScheduleStep& step) {
  Record next = now();
  const bool goes_on = next.run > 0 && next.thread == step.thread;
  next.thread = step.thread;
  next.run = goes_on ? next.run + 1 : 1;
  if (!goes_on) next.kept = machine.fingerprint();
  next.memory = machine.memory().fingerprint();
  records_.push_back(next);
  first_ = machine.thread(step.thread).pending;
  const auto modified = paths_.find(machine, task_.modified);
  is_own_ = modified == step.thread;
  is_others_ = modified && paths_.find(machine, task_.other) == step.thread;
  awaited_ = modified ? machine.thread(*modified).pending : Pending{};
}

// What the last transition touched: visit(range, writes).
template <typename Visit>
void PairStrategy::visit_touched(const Machine& machine, Visit visit) const {
  visit(first_.range, first_.writes);
  visit(first_.second_read, false);
  if (first_.object) visit(MemoryRange{first_.object, 1}, true);
  for (const TransitionAccess& access : machine.accesses().all())
    visit(access.range, access.writes);
}

// A join changes nothing for a thread that is still there.
void PairStrategy::note_other(const Machine& machine) {
  if (first_.sync == SyncKind::Join) first_.object = 0;
  visit_touched(machine, [&](const MemoryRange& range, bool writes) {
    sightings_.by_other.add(range, writes);
  });
}

void PairStrategy::taken(const Machine& machine) {
  Record& record = records_.back();
  paths_.taken(machine, record.thread, records_.size() - 1);
  const auto modified = paths_.find(machine, task_.modified);
  const bool entered = modified && is_inside(machine, *modified);
  const bool inside = entered || (modified && is_at_gate(machine, *modified));
  const Phase before = record.phase;
  const bool was_inside = before == Phase::Inside;
  if (inside)
    record.phase = Phase::Inside;
  else if (was_inside)
    record.phase = Phase::After;
  sightings_.entered |= entered;
  sightings_.let_others_run |= inside;
  if (is_own_) {
    record.goes_on = false;
    if (was_inside)
      visit_touched(machine, [&](const MemoryRange& range, bool writes) {
        sightings_.touched.add(range, writes);
      });
  } else {
    const MemoryRange awaited{awaited_.object, 1};
    bool matters = !task_.touched;
    visit_touched(machine, [&](const MemoryRange& range, bool writes) {
      matters = matters || task_.touched->depends_on(range, writes) || range.overlaps(awaited);
    });
    record.goes_on = !matters;
    if (is_others_ && task_.scope == PairScope::Pair && before != Phase::After) note_other(machine);
  }

  // A run that comes back to where it was changes nothing until another thread does.
  if (machine.memory().fingerprint() != record.memory) record.idle = 0;
  const Fingerprint state = machine.fingerprint();
  if (state == record.kept)
    record.idle |= bit(record.thread);
  else if (is_single(record.run))
    record.kept = state;
}

void PairStrategy::go_back(size_t length) {
  records_.resize(length + 1);
  paths_.go_back(length);
}

// Who goes on where the two threads cannot.
uint64_t PairStrategy::one_of(const Machine& machine, uint64_t enabled, ThreadNumber last) const {
  const auto modified = paths_.find_or_creator(machine, task_.modified);
  if (modified) {
    // Along the chain of those who wait for each other.
    ThreadNumber thread = *modified;
    for (ThreadNumber k = 0; k < kMaxThreads; ++k) {
      if (enabled & bit(thread)) return bit(thread);
      const auto holder = machine.waits_for(thread);
      if (!holder) break;
      thread = *holder;
    }
  }
  if (enabled & bit(last)) return bit(last);
  // Before the fragment all pairs of T_i go the same way, so that one shows whether it comes there.
  if (now().phase != Phase::Before) {
    const auto other = paths_.find_or_creator(machine, task_.other);
    if (other && (enabled & bit(*other))) return bit(*other);
  }
  return bit(lowest(enabled));
}

// The thread that ran last goes on until it has done something that T_i may notice.
uint64_t PairStrategy::all_of(uint64_t enabled) const {
  const uint64_t last = enabled & bit(now().thread);
  return now().goes_on && last ? last : enabled;
}

uint64_t PairStrategy::explored(const Machine& machine, uint64_t enabled, ThreadNumber last) const {
  // Threads that only wait in a loop come last.
  if (const uint64_t busy = enabled & ~now().idle) enabled = busy;
  const auto modified = paths_.find(machine, task_.modified);
  const uint64_t own = modified ? enabled & bit(*modified) : 0;
  const bool all = task_.scope == PairScope::AllThreads;
  switch (now().phase) {
    case Phase::Before:
      if (own) return own;
      return all && modified ? all_of(enabled) : one_of(machine, enabled, last);
    case Phase::Inside: {
      if (all) return all_of(enabled);
      const auto other = paths_.find_or_creator(machine, task_.other);
      const uint64_t pair = own | (other ? enabled & bit(*other) : 0);
      return pair ? pair : one_of(machine, enabled, last);
    }
    case Phase::After:
      if (enabled & bit(last)) return bit(last);
      return own ? own : one_of(machine, enabled, last);
  }
  return enabled;
}

Strategy::Arrangement PairStrategy::arrange(const Machine& machine, uint64_t enabled,
                                            ThreadNumber last) {
  return {.explored = explored(machine, enabled, last), .first = 0};
}

// T_i first, then T_j.
ThreadNumber PairStrategy::next(const Machine& machine, uint64_t threads, ThreadNumber last) {
  for (const CreationPath* path : {&task_.modified, &task_.other})
    if (const auto found = paths_.find_or_creator(machine, *path); found && threads & bit(*found))
      return *found;
  return by_default(threads, last);
}

uint64_t PairStrategy::key(const Machine& machine, uint64_t enabled, ThreadNumber last) {
  const auto number = [&](const CreationPath& path) {
    const auto found = paths_.find(machine, path);
    return found ? uint64_t(*found) + 1 : 0;
  };
  uint64_t key = mix(uint64_t(now().phase), explored(machine, enabled, last));
  key = mix(key, now().idle);
  return mix(key, number(task_.modified) << 8 | number(task_.other));
}

}  // namespace heddle
