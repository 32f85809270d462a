// SPDX-License-Identifier: Apache-2.0
#include "reduction/hybrid.h"

#include <algorithm>

#include "reduction/join_ahead.h"
#include "support/bits.h"

namespace heddle {

template <typename Visit>
void HybridFilter::visit_touched(const Machine& machine, const Pending& operation,
                                 Visit visit) const {
  for (const auto& [range, writes] :
       {std::pair(operation.range, operation.writes), std::pair(operation.second_read, false)}) {
    if (range.size == 0) continue;
    const Object* object = const_cast<Memory&>(machine.memory()).object_at(range.address);
    const ObjectId id = object ? futures_.id_of(range.address, *object) : Facts::kNoObject;
    if (id == Facts::kNoObject)
      visit(std::optional<Touched>());
    else
      visit(std::optional(Touched{range, writes, object, id}));
  }
}

bool HybridFilter::needs_choice(const Machine& machine, ThreadNumber running,
                                const Pending& operation) const {
  // Only noted: what is decided must not depend on what happened before, or replays would differ.
  watch(machine, running, operation);
  bool needed = false;
  visit_touched(machine, operation, [&](const std::optional<Touched>& touched) {
    needed = needed || !touched || conflicts(machine, running, *touched);
  });
  return needed;
}

// An object that no instruction was expected to access is a choice for everybody.
void HybridFilter::watch(const Machine& machine, ThreadNumber running,
                         const Pending& operation) const {
  const Point point = machine.frames(running).back().point;
  visit_touched(machine, operation, [&](const std::optional<Touched>& touched) {
    if (touched && !is_expected(point, *touched)) was_wrong_ = true;
  });
}

bool HybridFilter::is_expected(Point point, const Touched& touched) const {
  if (facts().expected_at[point] == kNoFuture) return false;
  const BitSet& expected = facts().expected[facts().expected_at[point]];
  bool covered = true;
  const auto offset = int64_t(Memory::offset_in(*touched.object, touched.range.address));
  facts().locations->visit_bytes(touched.id, offset, touched.range.size, [&](LocationRange range) {
    covered = covered && expected.covers_range(range.first, range.end);
  });
  return covered;
}

bool HybridFilter::conflicts(const Machine& machine, ThreadNumber running,
                             const Touched& touched) const {
  for (uint64_t rest = machine.live_threads() & ~bit(running); rest; rest &= rest - 1)
    if (may_conflict(machine, lowest(rest), running, touched)) return true;
  return false;
}

bool HybridFilter::is_local_of(ThreadNumber thread, const Touched& touched) {
  const uint32_t region = address::region_of(touched.range.address);
  return touched.object->has(kStack) && (region == address::kFirstStackRegion + thread ||
                                         region == address::kFirstLargeRegion + thread);
}

bool HybridFilter::may_conflict(const Machine& machine, ThreadNumber other, ThreadNumber running,
                                const Touched& touched) const {
  // A local variable ends with its function, which is no access.
  const bool is_local_of_other = is_local_of(other, touched);
  if (!facts().happens_before)
    return is_local_of_other || future_meets(machine, other, std::nullopt, touched);
  if (!is_local_of_other && !future_meets(machine, other, running, touched)) return false;
  return machine.waits_for(other) != running && !joins_first(machine, other, running);
}

bool HybridFilter::future_meets(const Machine& machine, ThreadNumber other,
                                std::optional<ThreadNumber> holder, const Touched& touched) const {
  bool met = false;
  futures_.visit(machine, other, [&](const Frame& frame, const Future* future) {
    if (!future) return met = true, false;
    const auto is_held = [&](const FrameLock& lock) {
      const uint64_t base = lock.slot == FrameLock::kGlobal ? 0 : frame.slots[lock.slot];
      return holder && machine.holds_mutex(*holder, base + uint64_t(lock.offset));
    };
    const auto any_held = [&](const std::vector<FrameLock>& locks) {
      return std::any_of(locks.begin(), locks.end(), is_held);
    };
    for (const GuardedAccesses& layer : future->layers)
      if (meets(machine, frame, layer, touched) && !any_held(layer.guards))
        return met = true, false;
    // Nothing behind a return that will not come before a mutex is given back.
    return !any_held(future->locks);
  });
  return met;
}

bool HybridFilter::meets(const Machine& machine, const Frame& frame, const GuardedAccesses& layer,
                         const Touched& touched) const {
  bool met = false;
  const auto offset = int64_t(Memory::offset_in(*touched.object, touched.range.address));
  facts().locations->visit_bytes(touched.id, offset, touched.range.size, [&](LocationRange range) {
    met = met || layer.writes.meets_range(range.first, range.end) ||
          (touched.writes && layer.reads.meets_range(range.first, range.end));
  });
  if (met) return true;
  for (const FrameAccess& access : layer.through_frame) {
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

// Nobody but the user will access the memory in a way that matters, wherever the others stand now.
bool HybridFilter::is_stable(const Machine& machine, ThreadNumber user, const MemoryRange& range,
                             bool writes) const {
  const Object* object = const_cast<Memory&>(machine.memory()).object_at(range.address);
  const ObjectId id = object ? futures_.id_of(range.address, *object) : Facts::kNoObject;
  if (id == Facts::kNoObject) return false;
  const Touched touched{range, writes, object, id};
  for (uint64_t rest = machine.live_threads() & ~bit(user); rest; rest &= rest - 1) {
    if (is_local_of(lowest(rest), touched)) return false;
    if (future_meets(machine, lowest(rest), std::nullopt, touched)) return false;
  }
  return true;
}

bool HybridFilter::joins_first(const Machine& machine, ThreadNumber other,
                               ThreadNumber running) const {
  // Elsewhere it would pay too rarely for what it costs.
  const Pending& pending = machine.thread(other).pending;
  if (pending.kind != PendingKind::Await || pending.sync != SyncKind::Join) return false;
  const JoinAhead::IsStable stable = [&](const MemoryRange& range, bool writes) {
    return is_stable(machine, other, range, writes);
  };
  return JoinAhead(machine, other, stable).threads() & bit(running);
}

}  // namespace heddle
