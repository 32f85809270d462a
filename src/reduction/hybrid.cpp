// SPDX-License-Identifier: Apache-2.0
#include "reduction/hybrid.h"

#include <algorithm>

#include "support/bits.h"

namespace heddle {

namespace {

// What an access through a register of the frame covers; of a whole object, all addresses that are its own.
MemoryRange range_of(const Frame& frame, const FrameAccess& access) {
  const uint64_t address = frame.slots[access.slot] + uint64_t(access.offset);
  if (access.size != kWholeObject) return {address, access.size};
  const bool is_large = address::is_large(address::region_of(address));
  const unsigned bits = is_large ? address::kLargeOffsetBits : address::kOffsetBits;
  return {address >> bits << bits, uint64_t(1) << bits};
}

// The ranges are sorted and apart.
bool overlaps_any(const MemoryRange& range, const std::vector<MemoryRange>& ranges) {
  // Most are elsewhere altogether.
  if (ranges.empty() || range.address + range.size <= ranges.front().address ||
      ranges.back().address + ranges.back().size <= range.address)
    return false;
  const auto candidate = std::partition_point(
      ranges.begin(), ranges.end(),
      [&](const MemoryRange& other) { return other.address + other.size <= range.address; });
  return candidate != ranges.end() && candidate->overlaps(range);
}

// Whether one of the accesses through registers is as asked; not, where all of those through one register are far away.
template <typename IsNear, typename Which>
bool meets_through_registers(std::span<const Frame> frames, const ThreadFuture& future,
                             bool is_write, IsNear is_near, Which which) {
  for (const ThreadFuture::Register& through : future.registers) {
    if (!is_write && !through.writes) continue;
    const Frame& frame = frames[through.frame];
    const MemoryRange range{frame.slots[through.slot] + uint64_t(through.offset), through.size};
    const bool wraps = range.address + range.size < range.address;
    if (!wraps && !is_near(range)) continue;
    for (const ThreadFuture::ThroughFrame& each : through.accesses)
      if (which(frame, each.access)) return true;
  }
  return false;
}

}  // namespace

template <typename Visit>
void HybridFilter::visit_touched(const Machine& machine, ThreadNumber running,
                                 const Pending& operation, Visit visit) const {
  const Point point = machine.frames(running).back().point;
  for (const auto& [range, writes] :
       {std::pair(operation.range, operation.writes), std::pair(operation.second_read, false)}) {
    if (range.size == 0) continue;
    const std::optional<Touched> touched = touched_by(machine, {range, writes}, point);
    if (touched) compare(machine, running, point, *touched);
    visit(touched);
  }
}

std::optional<AvoidedBy> HybridFilter::avoids_choice(const Machine& machine, ThreadNumber running,
                                                     const Pending& operation) const {
  used_order_ = false;
  bool needed = false;
  bool for_good = true;
  visit_touched(machine, running, operation, [&](const std::optional<Touched>& touched) {
    if (needed || (touched && is_for_good(*touched))) return;
    for_good = false;
    needed = !touched || conflicts(machine, running, *touched);
  });
  if (needed) return std::nullopt;
  if (for_good) return AvoidedBy::ImmutableFields;
  return used_order_ ? AvoidedBy::HappensBefore : AvoidedBy::FieldAccesses;
}

void HybridFilter::watch(const Machine& machine, ThreadNumber running,
                         const Pending& operation) const {
  visit_touched(machine, running, operation, [](const std::optional<Touched>&) {});
}

// Only noted: what is decided must not depend on what happened before, or replays would differ.
void HybridFilter::compare(const Machine& machine, ThreadNumber running, Point point,
                           const Touched& touched) const {
  const Judgement& known = touched.known;
  if (!known.is_expected) was_wrong_ = true;
  if (!touched.writes || !(known.is_immutable || known.is_lasting)) return;
  const Opcode opcode = machine.program().code[point].opcode;
  const bool ends = opcode == Opcode::Free || opcode == Opcode::LifetimeEnd;
  if ((ends ? known.is_lasting : known.is_immutable) && !is_alone(machine, running))
    was_wrong_ = true;
}

std::array<LocationRange, 2> HybridFilter::locations_of(ObjectId id, uint64_t offset,
                                                        uint64_t size) const {
  std::array<LocationRange, 2> locations{};
  size_t count = 0;
  facts().locations->visit_bytes(id, int64_t(offset), size,
                                 [&](LocationRange range) { locations[count++] = range; });
  return locations;
}

const HybridFilter::Judgement& HybridFilter::known_about(Point point, ObjectId id, uint64_t offset,
                                                         uint64_t size) const {
  Known& known = known_pieces_[(point * 31 + id * 7 + offset / 4) % kKnownPieces];
  Judgement& judgement = known.judgement;
  if (known.point == point && known.id == id && known.offset == offset && known.size == size &&
      size != 0)
    return judgement;
  known = {.point = point, .id = id, .offset = offset, .size = size};
  judgement.locations = locations_of(id, offset, size);
  judgement.is_expected = point != kNoPoint && is_expected(point, judgement.locations);
  if (facts().immutable_fields)
    for (const auto& [first, end] : judgement.locations) {
      judgement.is_immutable |= facts().immutable.meets_range(first, end);
      judgement.is_lasting |= facts().lasting.meets_range(first, end);
    }
  return judgement;
}

// No other thread has been started that is not joined by now.
bool HybridFilter::is_alone(const Machine& machine, ThreadNumber running) {
  for (ThreadNumber other = 0; other < kMaxThreads; ++other)
    if (other != running && machine.thread(other).status != ThreadStatus::Unused) return false;
  return true;
}

// Nobody will write it, nor end it, wherever others stand. A local variable ends with its function.
bool HybridFilter::is_for_good(const Touched& touched) const {
  if (!facts().immutable_fields || touched.writes || touched.object->has(kStack)) return false;
  bool all = true;
  for (const auto& [first, end] : touched.known.locations)
    all = all && facts().lasting.covers_range(first, end);
  return all;
}

// An object that no instruction was expected to access is a choice for everybody.
bool HybridFilter::is_expected(Point point, const std::array<LocationRange, 2>& locations) const {
  if (facts().expected_at[point] == kNoFuture) return false;
  const BitSet& expected = facts().expected[facts().expected_at[point]];
  bool covered = true;
  for (const auto& [first, end] : locations) covered = covered && expected.covers_range(first, end);
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
  if (!facts().happens_before) return is_local_of_other || future_meets(machine, other, touched);
  if (!is_local_of_other && !future_meets_without(machine, other, running, touched)) return false;
  const bool moves = machine.is_enabled(other) || (movable_without(machine, running) & bit(other));
  const bool conflict = moves && !joins_first(machine, other, running);
  used_order_ = used_order_ || !conflict;
  return conflict;
}

// The threads that may move as long as the running one stands still: those that can run, and those that
// wait for something which these may do.
uint64_t HybridFilter::movable_without(const Machine& machine, ThreadNumber running) const {
  const uint64_t enabled = machine.enabled_threads() & ~bit(running);
  uint64_t movable = enabled;
  uint64_t blocked = machine.live_threads() & ~enabled & ~bit(running);
  for (bool grows = true; grows;) {
    grows = false;
    for (uint64_t rest = blocked; rest; rest &= rest - 1) {
      const ThreadNumber thread = lowest(rest);
      if (!may_be_released(machine, thread, running, movable)) continue;
      movable |= bit(thread);
      blocked &= ~bit(thread);
      grows = true;
    }
  }
  return movable;
}

bool HybridFilter::may_be_released(const Machine& machine, ThreadNumber blocked,
                                   ThreadNumber running, uint64_t by) const {
  const Pending& pending = machine.thread(blocked).pending;
  for (const AwaitCondition& condition : pending.conditions) {
    if (condition.address == 0 || machine.holds(condition)) continue;
    if (const auto owner = machine.owner_in(condition)) {
      if (by & bit(*owner)) continue;
      return false;
    }
    // Who notifies an atomic need not name it.
    if (pending.sync == SyncKind::AtomicWake) continue;
    // A waiter's own word is written by whoever signals the object it waits for.
    const uint64_t address =
        waits_apart_from_object(pending.sync) ? pending.object : condition.address;
    const std::optional<Touched> touched = touched_by(machine, {{address, 4}, true});
    if (!touched) continue;
    bool may_come = false;
    for (uint64_t rest = by; rest && !may_come; rest &= rest - 1)
      may_come = future_meets_without(machine, lowest(rest), running, *touched);
    if (!may_come) return false;
  }
  return true;
}

bool HybridFilter::future_meets(const Machine& machine, ThreadNumber other,
                                const Touched& touched) const {
  const ThreadFuture& future = futures_.of_thread(machine, other);
  if (!future.is_expected || meets(future.reads, future.writes, touched)) return true;
  return meets_through_registers(
      machine.frames(other), future, touched.writes,
      [&](const MemoryRange& range) { return range.overlaps(touched.range); },
      [&](const Frame& frame, const FrameAccess& access) { return meets(frame, access, touched); });
}

bool HybridFilter::future_meets_without(const Machine& machine, ThreadNumber other,
                                        ThreadNumber holder, const Touched& touched) const {
  if (!future_meets(machine, other, touched)) return false;
  bool met = false;
  futures_.visit(machine, other, [&](const Frame& frame, const Future* future) {
    if (!future) return met = true, false;
    const auto is_held = [&](const FrameLock& lock) {
      const uint64_t base = lock.slot == FrameLock::kGlobal ? 0 : frame.slots[lock.slot];
      return machine.holds_mutex(holder, base + uint64_t(lock.offset));
    };
    const auto any_held = [&](const std::vector<FrameLock>& locks) {
      const bool held = std::any_of(locks.begin(), locks.end(), is_held);
      used_order_ = used_order_ || held;
      return held;
    };
    for (const GuardedAccesses& layer : future->layers)
      if (meets(frame, layer, touched) && !any_held(layer.guards)) return met = true, false;
    // Nothing behind a return that will not come before a mutex is given back.
    return !any_held(future->locks);
  });
  return met;
}

bool HybridFilter::meets(const BitSet& reads, const BitSet& writes, const Touched& touched) const {
  bool met = false;
  for (const auto& [first, end] : touched.known.locations)
    met =
        met || writes.meets_range(first, end) || (touched.writes && reads.meets_range(first, end));
  return met;
}

bool HybridFilter::meets(const Frame& frame, const FrameAccess& access, const Touched& touched) {
  if (!access.writes && !touched.writes) return false;
  return touched.range.overlaps(range_of(frame, access));
}

bool HybridFilter::meets(const Frame& frame, const GuardedAccesses& layer,
                         const Touched& touched) const {
  return meets(layer.reads, layer.writes, touched) ||
         std::any_of(layer.through_frame.begin(), layer.through_frame.end(),
                     [&](const FrameAccess& access) { return meets(frame, access, touched); });
}

std::optional<HybridFilter::Touched> HybridFilter::touched_by(const Machine& machine,
                                                              const Wish& wish, Point point) const {
  const Object* object = const_cast<Memory&>(machine.memory()).object_at(wish.range.address);
  const ObjectId id = object ? futures_.id_of(wish.range.address, *object) : Facts::kNoObject;
  if (id == Facts::kNoObject) return std::nullopt;
  const uint64_t offset = Memory::offset_in(*object, wish.range.address);
  return Touched{wish.range, wish.writes, object, known_about(point, id, offset, wish.range.size)};
}

// Nobody but the user will access the memory in a way that matters, wherever the others stand now.
bool HybridFilter::is_stable(const Machine& machine, ThreadNumber user, const Wish& wish) const {
  const std::optional<Touched> touched = touched_by(machine, wish);
  if (!touched) return false;
  for (uint64_t rest = machine.live_threads() & ~bit(user); rest; rest &= rest - 1)
    if (is_local_of(lowest(rest), *touched) || future_meets(machine, lowest(rest), *touched))
      return false;
  return true;
}

Claim HybridFilter::claim_to(const Machine& machine, Wishes wishes) const {
  const size_t locations = facts().locations->count();
  Claim claim{.accessed = BitSet(locations), .written = BitSet(locations)};
  const auto add = [&](const std::vector<MemoryRange>& ranges, BitSet& set) {
    for (const MemoryRange& range : ranges) {
      const std::optional<Touched> touched = touched_by(machine, {range, true});
      if (!touched) {
        claim.is_known = false;
        continue;
      }
      for (const auto& [first, end] : touched->known.locations) set.add_range(first, end);
      for (ThreadNumber thread = 0; thread < kMaxThreads; ++thread)
        if (is_local_of(thread, *touched)) claim.in_stacks_of |= bit(thread);
    }
  };
  add(wishes.accessed, claim.accessed);
  add(wishes.written, claim.written);
  claim.wishes = std::move(wishes);
  return claim;
}

bool HybridFilter::are_stable(const Machine& machine, ThreadNumber user, const Claim& claim) const {
  for (uint64_t rest = machine.live_threads() & ~bit(user); rest; rest &= rest - 1)
    if (!is_untouched(machine, lowest(rest), claim)) return false;
  return true;
}

bool HybridFilter::is_untouched(const Machine& machine, ThreadNumber other,
                                const Claim& claim) const {
  const Wishes& wishes = claim.wishes;
  if (wishes.accessed.empty()) return true;
  const ThreadFuture& future = futures_.of_thread(machine, other);
  if (!future.is_expected || !claim.is_known || (claim.in_stacks_of & bit(other)) ||
      future.writes.meets(claim.accessed) || future.reads.meets(claim.written))
    return false;
  return !meets_through_registers(
      machine.frames(other), future, !wishes.written.empty(),
      [&](const MemoryRange& range) { return overlaps_any(range, wishes.accessed); },
      [&](const Frame& frame, const FrameAccess& access) {
        return overlaps_any(range_of(frame, access),
                            access.writes ? wishes.accessed : wishes.written);
      });
}

bool HybridFilter::joins_first(const Machine& machine, ThreadNumber other,
                               ThreadNumber running) const {
  // Elsewhere it would pay too rarely for what it costs.
  const Pending& pending = machine.thread(other).pending;
  if (pending.kind != PendingKind::Await || pending.sync != SyncKind::Join) return false;
  // The functions hold one reference, or they would be allocated.
  struct {
    const HybridFilter& filter;
    const Machine& machine;
    ThreadNumber user;
  } const in{*this, machine, other};
  const Stability stability{
      [&in](const Wish& wish) { return in.filter.is_stable(in.machine, in.user, wish); },
      [&in](Wishes wishes) { return in.filter.claim_to(in.machine, std::move(wishes)); },
      [&in](const Claim& claim) { return in.filter.are_stable(in.machine, in.user, claim); }};
  return known_joins_[other].threads(machine, other, stability) & bit(running);
}

}  // namespace heddle
