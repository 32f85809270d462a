// SPDX-License-Identifier: Apache-2.0
#include "incremental/pair_strategy.h"

#include <algorithm>
#include <utility>

#include "incremental/statement_text.h"
#include "support/bits.h"
#include "support/hash.h"

namespace heddle {

namespace {

constexpr uint64_t kWord = 8;
constexpr size_t kRecentWords = 4096;

template <typename Visit>
void visit_words(const MemoryRange& range, Visit visit) {
  if (range.size == 0) return;
  for (uint64_t word = range.address / kWord; word <= (range.address + range.size - 1) / kWord;
       ++word)
    visit(word * kWord);
}

}  // namespace

void TouchedMemory::add_word(uint64_t word, bool writes) {
  const uint64_t access = word | uint64_t(writes) | 2;  // never 0, which is nothing
  if (recent_.empty()) recent_.resize(kRecentWords);
  uint64_t& recent = recent_[word / kWord % kRecentWords];
  if (recent == access) return;
  recent = access;
  written_[word] |= writes;
}

void TouchedMemory::add(const MemoryRange& range, bool writes) {
  visit_words(range, [&](uint64_t word) { add_word(word, writes); });
}

void TouchedMemory::add(const TouchedMemory& other) {
  for (const auto& [word, written] : other.written_) written_[word] |= written;
}

void TouchedMemory::add_conflicts(const TouchedMemory& one, const TouchedMemory& other) {
  for (const auto& [word, written] : one.written_) {
    const auto found = other.written_.find(word);
    if (found != other.written_.end() && (written || found->second)) written_[word] = true;
  }
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

// A new thread runs on in its creator's transition, and may create others in there.
void ThreadPaths::taken(const Machine& machine, size_t length) {
  for (const auto& [parent, child] : machine.creations()) {
    save(parent, length);
    save(child, length);
    CreationPath path = seen_[ids_[parent]].path;
    path.push_back(++children_[parent]);
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

std::optional<ThreadNumber> ThreadPaths::find(const Machine& machine, uint32_t id) const {
  for (uint64_t rest = machine.live_threads(); rest; rest &= rest - 1)
    if (ids_[lowest(rest)] == id) return lowest(rest);
  return std::nullopt;
}

std::optional<ThreadNumber> ThreadPaths::find_or_creator(const Machine& machine, uint32_t id) {
  if (const auto found = find(machine, id)) return found;
  CreationPath ancestor = seen_[id].path;
  while (!ancestor.empty()) {
    const uint32_t child = ancestor.back();
    ancestor.pop_back();
    const auto found = find(machine, id_of(ancestor));
    if (!found) continue;
    return children_[*found] < child ? found : std::nullopt;
  }
  return std::nullopt;
}

void note_thread(std::vector<DynamicThread>& threads, const DynamicThread& thread) {
  const auto known = std::find_if(threads.begin(), threads.end(), [&](const DynamicThread& other) {
    return other.path == thread.path;
  });
  if (known == threads.end())
    threads.push_back(thread);
  else if (known->function == DynamicThread::kUnknown)
    known->function = thread.function;
}

void PairSightings::add(const PairSightings& other) {
  for (size_t k = 0; k < sides.size(); ++k) {
    sides[k].entered |= other.sides[k].entered;
    sides[k].touched.add(other.sides[k].touched);
    sides[k].by_other.add(other.sides[k].by_other);
  }
  let_others_run |= other.let_others_run;
  for (const DynamicThread& thread : other.threads) note_thread(threads, thread);
}

PairStrategy::PairStrategy(const PairTask& task, PairSightings& sightings)
    : task_(task),
      sightings_(sightings),
      paths_(sightings.threads),
      ids_{paths_.id_of(task.modified), paths_.id_of(task.other)},
      records_(1) {
  if (task.both) records_[0].leader = kNone;
  for (const Fragment& fragment : task.fragments) {
    end_ = std::max(end_, fragment.last + 1);
    if (!fragment.gates.empty()) end_ = std::max(end_, fragment.gates.back() + 1);
  }
  inside_ = BitSet(end_);
  gates_ = BitSet(end_);
  for (const Fragment& fragment : task.fragments) {
    inside_.add_range(fragment.first, fragment.last + 1);
    for (const Point gate : fragment.gates) gates_.add(gate);
  }
}

uint64_t PairStrategy::bit_of(const Machine& machine, Side side) const {
  const auto thread = paths_.find(machine, ids_[side]);
  return thread ? bit(*thread) : 0;
}

// The thread, its creator, or one that it waits for, along the chain of those who wait for each other.
std::optional<ThreadNumber> PairStrategy::who_brings(const Machine& machine, uint64_t enabled,
                                                     Side side) {
  std::optional<ThreadNumber> thread = paths_.find_or_creator(machine, ids_[side]);
  for (ThreadNumber k = 0; k < kMaxThreads && thread; ++k) {
    if (enabled & bit(*thread)) return thread;
    thread = machine.waits_for(*thread);
  }
  return std::nullopt;
}

// Whoever runs where either could go first has been chosen to.
void PairStrategy::find_leader(const Machine& machine, ThreadNumber chosen) {
  const uint64_t enabled = machine.enabled_threads();
  const auto one = who_brings(machine, enabled, 0);
  const auto other = who_brings(machine, enabled, 1);
  if (!one || !other || one == other) return;
  if (one == chosen) records_.back().leader = 0;
  if (other == chosen) records_.back().leader = 1;
}

void PairStrategy::take(const Machine& machine, const ScheduleStep& step) {
  Record next = now();
  const bool goes_on = next.run > 0 && next.thread == step.thread;
  next.thread = step.thread;
  next.run = goes_on ? next.run + 1 : 1;
  if (!goes_on) next.kept = machine.fingerprint();
  next.memory = machine.memory().fingerprint();
  // Who did something that matters while a lock kept the others away is not done before they can run.
  next.goes_on = now().goes_on || !is_single(machine.enabled_threads());
  records_.push_back(next);
  if (next.leader == kNone) find_leader(machine, step.thread);
  first_ = machine.thread(step.thread).pending;
  const auto modified = paths_.find(machine, ids_[0]);
  const auto other = paths_.find(machine, ids_[1]);
  mover_ = modified == step.thread ? 0 : other == step.thread ? 1 : kNone;
  both_live_ = modified && other;
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

void PairStrategy::note_touched(const Machine& machine, TouchedMemory& memory) const {
  visit_touched(machine, [&](const MemoryRange& range, bool writes) { memory.add(range, writes); });
}

// A thread that did not move stands where it stood.
void PairStrategy::see_place(const Machine& machine, Side side, Record& record) {
  Place& place = record.places[side];
  const auto thread = paths_.find(machine, ids_[side]);
  if (thread && !(machine.moved_threads() & bit(*thread))) return;
  const bool was_at_it = place.inside || place.at_gate;
  place.inside = place.at_gate = place.is_leaving = false;
  if (!thread) return;
  for (const Frame& frame : machine.frames(*thread)) {
    if (frame.point >= end_) continue;
    place.inside |= inside_.contains(frame.point);
    place.at_gate |= gates_.contains(frame.point);
  }
  place.was_there |= place.inside || place.at_gate;
  // What it did there shows to others before it does more.
  place.is_leaving = was_at_it && !place.inside && !place.at_gate;
  // Who is led by the other may come there when that one has ended, which shows nothing.
  if (place.inside && (!task_.both || paths_.find_or_creator(machine, ids_[1 - side])))
    sightings_.sides[side].entered = true;
}

void PairStrategy::note_sightings(const Machine& machine, const Record& record,
                                  const Record& previous) {
  if (mover_ == kNone) return;
  const Place& own = previous.places[mover_];
  if (mover_ < sides() && own.counts()) note_touched(machine, sightings_.sides[mover_].touched);
  const Side side = 1 - mover_;
  if (side >= sides() || !both_live_ || task_.scope != PairScope::Pair) return;
  const Place& other = record.places[side];
  if (other.was_there && !other.counts()) return;
  // A join changes nothing for a thread that is still there.
  if (first_.sync == SyncKind::Join) first_.object = 0;
  note_touched(machine, sightings_.sides[side].by_other);
}

void PairStrategy::taken(const Machine& machine) {
  Record& record = records_.back();
  const Record& previous = records_[records_.size() - 2];
  paths_.taken(machine, records_.size() - 1);
  bool inside = false;
  for (Side side = 0; side < sides(); ++side) {
    see_place(machine, side, record);
    inside |= record.places[side].counts();
  }
  sightings_.let_others_run |= inside;
  note_sightings(machine, record, previous);
  if (inside) {
    record.phase = Phase::Inside;
  } else if (previous.phase == Phase::Inside) {
    record.phase = Phase::After;
    if (task_.both && mover_ != kNone) record.leader = mover_;
  }
  const bool others_had_their_turn = std::exchange(record.goes_on, false);
  if (mover_ != 0 && task_.touched && others_had_their_turn) {
    const MemoryRange awaited{awaited_.object, 1};
    bool matters = false;
    visit_touched(machine, [&](const MemoryRange& range, bool writes) {
      matters = matters || task_.touched->depends_on(range, writes) || range.overlaps(awaited);
    });
    record.goes_on = !matters;
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
uint64_t PairStrategy::one_of(const Machine& machine, uint64_t enabled, ThreadNumber last) {
  const Side leader = now().leader == 1;
  if (const auto thread = who_brings(machine, enabled, leader)) return bit(*thread);
  if (enabled & bit(last)) return bit(last);
  // Before the fragment all pairs of T_i go the same way, so that one shows whether it comes there.
  if (now().phase != Phase::Before) {
    const auto other = paths_.find_or_creator(machine, ids_[1 - leader]);
    if (other && (enabled & bit(*other))) return bit(*other);
  }
  return bit(lowest(enabled));
}

// The thread that ran last goes on until it has done something that T_i may notice.
uint64_t PairStrategy::all_of(uint64_t enabled) const {
  const uint64_t last = enabled & bit(now().thread);
  return now().goes_on && last ? last : enabled;
}

// Up to the fragment the leader goes, or whoever brings it further; which of the two that is, is a choice.
uint64_t PairStrategy::before(const Machine& machine, uint64_t enabled, ThreadNumber last) {
  if (now().leader != kNone) {
    const uint64_t own = enabled & bit_of(machine, now().leader);
    return own ? own : one_of(machine, enabled, last);
  }
  uint64_t leaders = 0;
  for (const Side side : {Side(0), Side(1)})
    if (const auto thread = who_brings(machine, enabled, side)) leaders |= bit(*thread);
  return leaders ? leaders : one_of(machine, enabled, last);
}

uint64_t PairStrategy::explored(const Machine& machine, uint64_t enabled, ThreadNumber last) {
  // Threads that only wait in a loop come last.
  if (const uint64_t busy = enabled & ~now().idle) enabled = busy;
  const bool all = task_.scope == PairScope::AllThreads;
  switch (now().phase) {
    case Phase::Before: {
      const uint64_t modified = bit_of(machine, 0);
      return all && modified && !(enabled & modified) ? all_of(enabled)
                                                      : before(machine, enabled, last);
    }
    case Phase::Inside: {
      if (all) return all_of(enabled);
      uint64_t pair = task_.both ? 0 : enabled & bit_of(machine, 0);
      for (Side side = 2 - sides(); side < 2; ++side)
        if (const auto found = paths_.find_or_creator(machine, ids_[side]))
          pair |= enabled & bit(*found);
      return pair ? pair : one_of(machine, enabled, last);
    }
    case Phase::After: {
      if (enabled & bit(last)) return bit(last);
      const uint64_t own = enabled & bit_of(machine, now().leader == 1);
      return own ? own : one_of(machine, enabled, last);
    }
  }
  return enabled;
}

Strategy::Arrangement PairStrategy::arrange(const Machine& machine, uint64_t enabled,
                                            ThreadNumber last) {
  return {.explored = explored(machine, enabled, last), .first = 0};
}

// T_i first, then T_j.
ThreadNumber PairStrategy::next(const Machine& machine, uint64_t threads, ThreadNumber last) {
  for (const uint32_t id : ids_)
    if (const auto found = paths_.find_or_creator(machine, id); found && threads & bit(*found))
      return *found;
  return by_default(threads, last);
}

uint64_t PairStrategy::key(const Machine& machine, uint64_t enabled, ThreadNumber last) {
  const auto number = [&](uint32_t id) {
    const auto found = paths_.find(machine, id);
    return found ? uint64_t(*found) + 1 : 0;
  };
  uint64_t key = mix(uint64_t(now().phase), explored(machine, enabled, last));
  key = mix(key, now().idle);
  if (task_.scope == PairScope::AllThreads) key = mix(key, now().goes_on);
  // Who leads does not matter in the fragment, and is found anew behind it.
  const uint64_t leader = task_.both && now().phase != Phase::Inside ? now().leader + 1 : 0;
  const uint64_t were_there = uint64_t(now().places[0].was_there) << 1 | now().places[1].was_there;
  key = mix(key, task_.both ? leader << 2 | were_there : 0);
  key = mix(key, uint64_t(now().places[0].is_leaving) << 1 | now().places[1].is_leaving);
  return mix(key, number(ids_[0]) << 8 | number(ids_[1]));
}

}  // namespace heddle
