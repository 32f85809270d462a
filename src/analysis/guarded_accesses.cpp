// SPDX-License-Identifier: Apache-2.0
#include "analysis/guarded_accesses.h"

#include <algorithm>
#include <tuple>

namespace heddle {

namespace {

constexpr size_t kMaxPerSlot = 24;  // accesses through one register, then its points-to set is used
constexpr int64_t kMaxOffset = 1 << 20;
constexpr size_t kMaxGuards = 4;
constexpr size_t kMaxLayers = 8;
constexpr uint64_t kPointerSize = 8;

auto place_of(const FrameAccess& access) {
  return std::tuple(access.slot, access.offset, access.size);
}

// A lock that is added to the guards of all layers may make some of them the same.
bool has_one_layer_for_each_guards(const Future& future) {
  return std::adjacent_find(future.layers.begin(), future.layers.end(),
                            [](const GuardedAccesses& a, const GuardedAccesses& b) {
                              return a.guards == b.guards;
                            }) == future.layers.end();
}

bool is_indirect(const FrameLock& lock) { return lock.inner != FrameLock::kDirect; }

}  // namespace

const CoveredLocations::Covered& CoveredLocations::of(InstanceId instance, Operand base,
                                                      int64_t offset, uint64_t size) {
  const TargetSetId set = points_to_.set_of(instance, base);
  const auto [entry, is_new] = known_.try_emplace(Key{set, offset, size});
  Covered& covered = entry->second;
  if (!is_new) return covered;
  std::vector<LocationRange>& ranges = covered.ranges;
  for (Target target : points_to_.targets(set)) {
    target.offset += offset;
    locations_.visit(target, size, [&](LocationRange range) { ranges.push_back(range); });
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const LocationRange& a, const LocationRange& b) { return a.first < b.first; });
  size_t last = 0;
  for (const LocationRange& range : ranges) {
    if (range.first <= ranges[last].end)
      ranges[last].end = std::max(ranges[last].end, range.end);
    else
      ranges[++last] = range;
  }
  if (!ranges.empty()) ranges.resize(last + 1);
  if (ranges.size() * sizeof(LocationRange) < locations_.count() / 8) return covered;
  covered.all = BitSet(locations_.count());
  for (const LocationRange& range : std::exchange(ranges, {}))
    covered.all->add_range(range.first, range.end);
  return covered;
}

void CoveredLocations::Covered::add_to(BitSet& set) const {
  if (all) return set.add(*all);
  for (const LocationRange& range : ranges) set.add_range(range.first, range.end);
}

void CoveredLocations::Covered::add_without(const BitSet& others, BitSet& set) const {
  if (all) return set.add_without(*all, others);
  for (const LocationRange& range : ranges) set.add_range_without(range.first, range.end, others);
}

bool CoveredLocations::Covered::is_within(const BitSet& set) const {
  if (all) return set.covers(*all);
  return std::all_of(ranges.begin(), ranges.end(), [&](const LocationRange& range) {
    return set.covers_range(range.first, range.end);
  });
}

// Fewer guards than there are is sound: too many may always be forgotten.
void FutureBuilder::put(const FrameLock& lock, Locks& locks) {
  const auto at = std::lower_bound(locks.begin(), locks.end(), lock);
  if (at != locks.end() && *at == lock) return;
  if (locks.size() >= kMaxGuards) return;
  locks.insert(at, lock);
}

void FutureBuilder::add(Operand base, FrameAccess access, const Locks& guards, Future& future) {
  if (access.writes && initialises(base, access)) access.writes = false;
  if (!access.reads && !access.writes) return;
  GuardedAccesses& layer = layer_of(guards, future);
  access.slot = base;
  const bool through_frame = !is_constant(base) && !widened_.contains(base) &&
                             access.offset < kMaxOffset && access.offset > -kMaxOffset;
  if (!through_frame) return settle(base, access, layer);
  insert(access, layer);
}

void FutureBuilder::insert(const FrameAccess& access, GuardedAccesses& layer) {
  auto& list = layer.through_frame;
  const auto at = std::lower_bound(
      list.begin(), list.end(), access,
      [](const FrameAccess& a, const FrameAccess& b) { return place_of(a) < place_of(b); });
  if (at != list.end() && place_of(*at) == place_of(access)) {
    at->reads = at->reads || access.reads;
    at->writes = at->writes || access.writes;
    return;
  }
  list.insert(at, access);
  const auto of_slot = std::count_if(list.begin(), list.end(), [&](const FrameAccess& other) {
    return other.slot == access.slot;
  });
  if (size_t(of_slot) <= kMaxPerSlot) return;
  widened_.insert(access.slot);
  std::erase_if(list, [&, slot = access.slot](const FrameAccess& other) {
    if (other.slot != slot) return false;
    settle(other.slot, other, layer);
    return true;
  });
}

// Writes of immutable locations concern objects that nobody else knows yet. What covers a whole object may
// also be its end.
bool FutureBuilder::initialises(Operand base, const FrameAccess& access) const {
  if (!immutable_ || access.size == kWholeObject) return false;
  return covered_.of(instance_, base, access.offset, access.size).is_within(*immutable_);
}

// From here on the points-to set of the register stands for it.
void FutureBuilder::settle(Operand base, const FrameAccess& access, GuardedAccesses& layer) const {
  const bool may_initialise = immutable_ && access.size != kWholeObject;
  const auto& covered = covered_.of(instance_, base, access.offset, access.size);
  if (access.reads) covered.add_to(layer.reads);
  if (!access.writes) return;
  if (may_initialise)
    covered.add_without(*immutable_, layer.writes);
  else
    covered.add_to(layer.writes);
}

GuardedAccesses& FutureBuilder::layer_of(const Locks& guards, Future& future) const {
  const auto at = std::lower_bound(
      future.layers.begin(), future.layers.end(), guards,
      [](const GuardedAccesses& layer, const Locks& g) { return layer.guards < g; });
  if (at != future.layers.end() && at->guards == guards) return *at;
  // Too many: what else has guards goes to the layer without any, which is the first.
  if (!guards.empty() && future.layers.size() >= kMaxLayers) return layer_of({}, future);
  return *future.layers.insert(
      at, {guards, BitSet(locations_.count()), BitSet(locations_.count()), {}});
}

GuardedAccesses& FutureBuilder::add_settled(const GuardedAccesses& other, const Locks& guards,
                                            Future& future) const {
  GuardedAccesses& layer = layer_of(guards, future);
  layer.reads.add(other.reads);
  layer.writes.add(other.writes);
  return layer;
}

void FutureBuilder::add_layer(const GuardedAccesses& other, Future& future) {
  GuardedAccesses& layer = add_settled(other, other.guards, future);
  for (const FrameAccess& access : other.through_frame) {
    if (widened_.contains(access.slot))
      settle(access.slot, access, layer);
    else
      insert(access, layer);
  }
}

void FutureBuilder::join_equal_layers(Future& future) {
  std::vector<GuardedAccesses> layers = std::exchange(future.layers, {});
  for (const GuardedAccesses& layer : layers) add_layer(layer, future);
}

void FutureBuilder::merge(Future& into, const Future& other) {
  if (into.layers.empty() && widened_.empty() && has_one_layer_for_each_guards(other))
    into.layers = other.layers;
  else
    for (const GuardedAccesses& layer : other.layers) add_layer(layer, into);
  into.leaves = into.leaves || other.leaves;
  if (!other.returns) return;
  if (!into.returns) {
    into.returns = true;
    into.locks = other.locks;
    return;
  }
  std::erase_if(into.locks, [&](const FrameLock& lock) {
    return !std::binary_search(other.locks.begin(), other.locks.end(), lock);
  });
}

void FutureBuilder::guard(const Locks& locks, Future& future) const {
  if (locks.empty()) return;
  for (const FrameLock& lock : locks) put(lock, future.locks);
  for (GuardedAccesses& layer : future.layers)
    for (const FrameLock& lock : locks) put(lock, layer.guards);
  std::sort(future.layers.begin(), future.layers.end(),
            [](const GuardedAccesses& a, const GuardedAccesses& b) { return a.guards < b.guards; });
  // Layers that have become equal meet again in the next merge; until then they are harmless.
}

// A constant is the address itself, of a global.
FrameLock FutureBuilder::name_lock(Operand base, int64_t offset) const {
  if (!is_constant(base)) return FrameLock{base, offset};
  const auto address = int64_t(program_.constants[base & ~kConstantBit]);
  return FrameLock{FrameLock::kGlobal, address + offset};
}

void FutureBuilder::replace(uint32_t slot, Operand source, int64_t offset, Future& future) {
  for (size_t k = 0; k < future.layers.size(); ++k) {
    std::vector<FrameAccess> moved;
    std::erase_if(future.layers[k].through_frame, [&](const FrameAccess& access) {
      if (access.slot != slot) return false;
      moved.push_back(access);
      return true;
    });
    const Locks guards = future.layers[k].guards;
    for (FrameAccess access : moved) {
      access.offset += offset;
      add(source, access, guards, future);
    }
  }
  change_locks(future, [&](const FrameLock& lock) -> std::optional<FrameLock> {
    if (lock.slot != slot) return lock;
    FrameLock named = name_lock(source, lock.offset + offset);
    if (is_indirect(lock) && named.slot == FrameLock::kGlobal) return std::nullopt;
    named.inner = lock.inner;
    return named;
  });
}

void FutureBuilder::load(uint32_t slot, Operand base, int64_t offset, Future& future) {
  change_locks(future, [&](const FrameLock& lock) -> std::optional<FrameLock> {
    if (lock.slot != slot) return lock;
    if (is_indirect(lock) || is_constant(base) || base == slot || !is_local(base))
      return std::nullopt;
    return FrameLock{base, offset, lock.offset};
  });
  settle_if(future, [&](uint32_t other) { return other == slot; });
}

void FutureBuilder::store(Operand value, Operand base, int64_t offset, uint64_t size,
                          Future& future) {
  change_locks(future, [&](const FrameLock& lock) -> std::optional<FrameLock> {
    if (!is_indirect(lock)) return lock;
    if (lock.slot == base && lock.offset == offset && size == kPointerSize)
      return name_lock(value, lock.inner);
    if (may_overlap(base, offset, size, lock)) return std::nullopt;
    return lock;
  });
}

// Other threads do not change it in between.
bool FutureBuilder::is_local(Operand base) const {
  const auto& targets = points_to_.targets(instance_, base);
  return std::all_of(targets.begin(), targets.end(), [&](const Target& target) {
    return points_to_.objects()[target.object].kind == ObjectKind::Local;
  });
}

bool FutureBuilder::may_overlap(Operand base, int64_t offset, uint64_t size,
                                const FrameLock& pointer) const {
  if (base == pointer.slot)
    return offset < pointer.offset + int64_t(kPointerSize) &&
           pointer.offset < offset + int64_t(size);
  for (const Target& a : points_to_.targets(instance_, base))
    for (const Target& b : points_to_.targets(instance_, pointer.slot))
      if (a.object == b.object || points_to_.is_anything(a) || points_to_.is_anything(b))
        return true;
  return false;
}

void FutureBuilder::forget_locks(Future& future) {
  change_locks(future, [](const FrameLock&) -> std::optional<FrameLock> { return std::nullopt; });
}

void FutureBuilder::forget_pointers_in_memory(Future& future) {
  change_locks(future, [](const FrameLock& lock) -> std::optional<FrameLock> {
    if (is_indirect(lock)) return std::nullopt;
    return lock;
  });
}

}  // namespace heddle
