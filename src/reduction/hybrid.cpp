// SPDX-License-Identifier: Apache-2.0
#include "reduction/hybrid.h"

#include "reduction/join_ahead.h"
#include "support/bits.h"

namespace heddle {

namespace {

constexpr uint64_t kWholeObject = ~uint64_t(0);

}  // namespace

HybridFilter::HybridFilter(const Program& program, std::shared_ptr<const Facts> facts)
    : facts_(std::move(facts)) {
  for (size_t k = 0; k < program.globals.size(); ++k) {
    const uint64_t address = program.globals[k].address;
    auto& table = address::is_large(address::region_of(address)) ? large_globals_ : small_globals_;
    const uint64_t index = address::index_of(address);
    if (table.size() <= index) table.resize(index + 1, Facts::kNoObject);
    table[index] = facts_->globals[k];
  }
}

ObjectId HybridFilter::id_of(uint64_t address, const Object& object) const {
  if (object.has(kGlobal)) {
    const bool large = address::is_large(address::region_of(address));
    return (large ? large_globals_ : small_globals_)[address::index_of(address)];
  }
  if (object.origin != kNoPoint) return facts_->made_at[object.origin];
  return facts_->thread_locals[address::index_of(address)];
}

bool HybridFilter::needs_choice(const Machine& machine, ThreadNumber running,
                                const Pending& operation) const {
  for (const auto& [range, writes] :
       {std::pair(operation.range, operation.writes), std::pair(operation.second_read, false)}) {
    if (range.size == 0) continue;
    const Object* object = const_cast<Memory&>(machine.memory()).object_at(range.address);
    if (!object) return true;
    const ObjectId id = id_of(range.address, *object);
    if (id == Facts::kNoObject) return true;
    if (conflicts(machine, running, {range, writes, object, id})) return true;
  }
  return false;
}

bool HybridFilter::conflicts(const Machine& machine, ThreadNumber running,
                             const Touched& touched) const {
  for (uint64_t rest = machine.live_threads() & ~bit(running); rest; rest &= rest - 1)
    if (may_conflict(machine, lowest(rest), running, touched)) return true;
  return false;
}

bool HybridFilter::may_conflict(const Machine& machine, ThreadNumber other, ThreadNumber running,
                                const Touched& touched) const {
  // A local variable ends with its function, which is no access.
  const bool is_local_of_other = address::region_of(touched.range.address) ==
                                 address::kFirstStackRegion + other;
  if (!is_local_of_other && !future_meets(machine, other, machine.frames(other).size(), touched))
    return false;
  if (facts_->until_lock_at.empty()) return true;
  if (machine.waits_for(other) == running || joins_first(machine, other, running)) return false;
  return is_local_of_other || meets_before_lock(machine, other, running, touched);
}

// What a frame's function may do until it returns; null for code that the analyses did not expect to run.
const Future* HybridFilter::future_of(const Machine& machine, std::span<const Frame> frames,
                                      size_t index, const std::vector<FutureIndex>& at,
                                      const std::vector<FutureIndex>& at_entry) const {
  const Frame& frame = frames[index];
  const bool at_entry_point = index + 1 == frames.size() &&
                              frame.point == machine.program().functions[frame.function].entry;
  const FutureIndex future = at_entry_point ? at_entry[frame.function] : at[frame.point];
  return future == kNoFuture ? nullptr : &facts_->futures[future];
}

bool HybridFilter::future_meets(const Machine& machine, ThreadNumber other, size_t top,
                                const Touched& touched) const {
  const auto frames = machine.frames(other);
  for (size_t k = top; k-- > 0;) {
    const Future* future =
        future_of(machine, frames, k, facts_->future_at, facts_->future_at_entry);
    if (!future || meets(*future, touched) ||
        meets_through_frame(machine, frames[k], *future, touched))
      return true;
    // The other variants have looked at all callers beforehand.
    if (facts_->field_access != FieldAccessVariant::Sensitive) return false;
  }
  return false;
}

// Follows the thread to the first mutex on each path. If the running thread holds them all, nothing
// behind them can happen now.
bool HybridFilter::meets_before_lock(const Machine& machine, ThreadNumber other,
                                     ThreadNumber running, const Touched& touched) const {
  const auto frames = machine.frames(other);
  const auto is_held = [&](const Frame& frame, const FrameLock& lock) {
    const uint64_t base = lock.slot == FrameLock::kGlobal ? 0 : frame.slots[lock.slot];
    return machine.holds_mutex(running, base + uint64_t(lock.offset));
  };
  for (size_t k = frames.size(); k-- > 0;) {
    const Future* future =
        future_of(machine, frames, k, facts_->until_lock_at, facts_->until_lock_at_entry);
    if (!future || meets(*future, touched) ||
        meets_through_frame(machine, frames[k], *future, touched))
      return true;
    bool all_held = !future->locks_others;
    for (const FrameLock& lock : future->locks) all_held = all_held && is_held(frames[k], lock);
    if (!all_held) return future_meets(machine, other, k + 1, touched);
    if (!future->returns_before) return false;
  }
  return false;
}

bool HybridFilter::joins_first(const Machine& machine, ThreadNumber other,
                               ThreadNumber running) const {
  const Pending& pending = machine.thread(other).pending;
  if (pending.kind != PendingKind::Await || pending.sync != SyncKind::Join) return false;
  const JoinAhead::IsStable is_stable = [&](ThreadNumber reader, const MemoryRange& range) {
    const Object* object = const_cast<Memory&>(machine.memory()).object_at(range.address);
    const ObjectId id = object ? id_of(range.address, *object) : Facts::kNoObject;
    if (id == Facts::kNoObject) return false;
    for (uint64_t rest = machine.live_threads() & ~bit(reader); rest; rest &= rest - 1)
      if (future_meets(machine, lowest(rest), machine.frames(lowest(rest)).size(),
                       {range, false, object, id}))
        return false;
    return true;
  };
  return JoinAhead(machine, other, is_stable).threads() & bit(running);
}

bool HybridFilter::meets(const Future& future, const Touched& touched) const {
  bool met = false;
  const auto offset = int64_t(Memory::offset_in(*touched.object, touched.range.address));
  facts_->locations->visit_bytes(touched.id, offset, touched.range.size, [&](LocationRange range) {
    met = met || future.writes.meets_range(range.first, range.end) ||
          (touched.writes && future.reads.meets_range(range.first, range.end));
  });
  return met;
}

bool HybridFilter::meets_through_frame(const Machine& machine, const Frame& frame,
                                       const Future& future, const Touched& touched) const {
  for (const FrameAccess& access : future.through_frame) {
    if (!access.writes && !touched.writes) continue;
    const uint64_t address = frame.slots[access.slot] + uint64_t(access.offset);
    if (access.size == kWholeObject) {
      if (const_cast<Memory&>(machine.memory()).object_at(address) == touched.object) return true;
    } else if (touched.range.overlaps({address, access.size})) {
      return true;
    }
  }
  return false;
}

}  // namespace heddle
