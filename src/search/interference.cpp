// SPDX-License-Identifier: Apache-2.0
#include "search/interference.h"

#include <algorithm>

namespace heddle {

PastAccesses::PastAccesses(LocationId locations)
    : reads_{std::vector<uint32_t>(locations), BitSet(locations)},
      writes_{std::vector<uint32_t>(locations), BitSet(locations)} {}

void PastAccesses::add(LocationRange range, bool writes) {
  Counted& counted = writes ? writes_ : reads_;
  for (LocationId k = range.first; k < range.end; ++k)
    if (counted.counts[k]++ == 0) counted.set.add(k);
}

void PastAccesses::remove(LocationRange range, bool writes) {
  Counted& counted = writes ? writes_ : reads_;
  for (LocationId k = range.first; k < range.end; ++k)
    if (--counted.counts[k] == 0) counted.set.remove(k);
}

Interference::Interference(const Program& program, std::shared_ptr<const Facts> facts,
                           const InterferenceOptions& options, std::unique_ptr<Strategy> ties)
    : futures_(program, std::move(facts)),
      options_(options),
      ties_(std::move(ties)),
      past_(futures_.facts().locations->count()) {}

// A single thread is never left out, and if nobody interferes, one goes on: some executions come to their end.
Strategy::Arrangement Interference::arrange(const Machine& machine, uint64_t enabled,
                                            ThreadNumber last) {
  uint64_t interfering = 0;
  for (uint64_t rest = enabled; rest; rest &= rest - 1)
    if (interferes(machine, lowest(rest))) interfering |= bit(lowest(rest));
  if (!options_.prune) return {.explored = enabled, .first = interfering};
  const uint64_t explored = interfering ? interfering : bit(next(machine, enabled, last));
  pruned_ += uint64_t(std::popcount(enabled & ~explored));
  return {.explored = explored, .first = 0};
}

ThreadNumber Interference::next(const Machine& machine, uint64_t threads, ThreadNumber last) {
  return ties_ ? ties_->next(machine, threads, last) : by_default(threads, last);
}

void Interference::take(const Machine& machine, const ScheduleStep& step) {
  const Pending& pending = machine.thread(step.thread).pending;
  synchronised_ = pending.kind == PendingKind::Access ? MemoryRange{} : pending.range;
}

void Interference::taken(const Machine& machine) {
  for (const TransitionAccess& access : machine.accesses().all())
    if (!access.range.overlaps(synchronised_)) note(machine, access.range, access.writes);
  ends_.push_back(accesses_.size());
  move_window(first_that_counts(ends_.size()), ends_.size());
}

void Interference::go_back(size_t length) {
  move_window(first_that_counts(length), length);
  ends_.resize(length);
  accesses_.resize(length ? ends_[length - 1] : 0);
}

std::string Interference::incomplete() const {
  if (pruned_ == 0) return "";
  return "transitions of threads that do not interfere with the path were left out, " +
         std::to_string(pruned_) + " in all";
}

// What nobody has a name for is no reason to prefer anyone.
void Interference::note(const Machine& machine, const MemoryRange& range, bool writes) {
  if (range.size == 0) return;
  const Object* object = const_cast<Memory&>(machine.memory()).object_at(range.address);
  const ObjectId id = object ? futures_.id_of(range.address, *object) : Facts::kNoObject;
  if (id == Facts::kNoObject) return;
  const auto offset = int64_t(Memory::offset_in(*object, range.address));
  futures_.facts().locations->visit_bytes(id, offset, range.size, [&](LocationRange locations) {
    accesses_.push_back({locations, writes});
  });
}

template <typename Change>
void Interference::for_accesses(size_t transition, Change change) {
  for (size_t k = transition ? ends_[transition - 1] : 0; k < ends_[transition]; ++k)
    change(accesses_[k]);
}

// Both ends move by little: by one when a transition is taken, and back as far as the path is cut.
void Interference::move_window(size_t first, size_t end) {
  const auto add = [this](const Access& access) { past_.add(access.range, access.writes); };
  const auto remove = [this](const Access& access) { past_.remove(access.range, access.writes); };
  while (window_end_ < end) for_accesses(window_end_++, add);
  while (window_first_ > first) for_accesses(--window_first_, add);
  while (window_first_ < first) for_accesses(window_first_++, remove);
  while (window_end_ > end) for_accesses(--window_end_, remove);
}

bool Interference::interferes(const Machine& machine, ThreadNumber thread) const {
  const ThreadFuture& future = futures_.of_thread(machine, thread);
  if (!future.is_expected) return true;
  const bool all = !options_.tell_reads_from_writes;
  if (future.writes.meets(past_.read()) || future.writes.meets(past_.written()) ||
      future.reads.meets(past_.written()) || (all && future.reads.meets(past_.read())))
    return true;
  const auto frames = machine.frames(thread);
  for (const auto& [frame, access] : future.through_frames) {
    const uint64_t address = frames[frame].slots[access.slot] + uint64_t(access.offset);
    const Object* object = const_cast<Memory&>(machine.memory()).object_at(address);
    const ObjectId id = object ? futures_.id_of(address, *object) : Facts::kNoObject;
    if (id == Facts::kNoObject) continue;
    const bool whole = access.size == kWholeObject;
    const int64_t offset = whole ? 0 : int64_t(Memory::offset_in(*object, address));
    bool met = false;
    futures_.facts().locations->visit_bytes(
        id, offset, whole ? object->size : access.size,
        [&](LocationRange range) { met = met || meets_past(range, access.reads, access.writes); });
    if (met) return true;
  }
  return false;
}

bool Interference::meets_past(LocationRange range, bool reads, bool writes) const {
  const bool with_reads = writes || !options_.tell_reads_from_writes;
  return ((reads || writes) && past_.written().meets_range(range.first, range.end)) ||
         (with_reads && past_.read().meets_range(range.first, range.end));
}

}  // namespace heddle
