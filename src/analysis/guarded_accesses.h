// Operations on futures: sets of accesses in layers, each layer behind the mutexes that must be locked
// before. See field_access.h for what they mean.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/facts.h"
#include "analysis/points_to.h"
#include "support/hash.h"

namespace heddle {

// What accesses through points-to sets cover. The same ones are asked for in each round of an analysis.
class CoveredLocations {
 public:
  CoveredLocations(const PointsTo& points_to, const Locations& locations)
      : points_to_(points_to), locations_(locations) {}

  // In one of two forms, whichever is smaller.
  struct Covered {
    std::vector<LocationRange> ranges;  // sorted and apart
    std::optional<BitSet> all;
    void add_to(BitSet& set) const;
    void add_without(const BitSet& others, BitSet& set) const;
    bool is_within(const BitSet& set) const;
  };
  const Covered& of(InstanceId instance, Operand base, int64_t offset, uint64_t size);

 private:
  struct Key {
    TargetSetId set;
    int64_t offset;
    uint64_t size;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct HashOfKey {
    size_t operator()(const Key& key) const {
      return mix(key.set, mix(uint64_t(key.offset), key.size));
    }
  };

  const PointsTo& points_to_;
  const Locations& locations_;
  std::unordered_map<Key, Covered, HashOfKey> known_;
};

// In code of one function instance: what its registers point to, and which have so many accesses through them
// that their points-to sets are used instead.
class FutureBuilder {
 public:
  FutureBuilder(const Program& program, const PointsTo& points_to, const Locations& locations,
                CoveredLocations& covered, InstanceId instance, std::set<uint32_t>& widened,
                const BitSet* immutable)
      : program_(program),
        points_to_(points_to),
        locations_(locations),
        covered_(covered),
        instance_(instance),
        widened_(widened),
        immutable_(immutable) {}

  // An access, or a mutex, through an operand.
  void add(Operand base, FrameAccess access, const std::vector<FrameLock>& guards, Future& future);
  FrameLock name_lock(Operand base, int64_t offset) const;
  // Everything in the future happens after the mutexes have been locked.
  void guard(const std::vector<FrameLock>& locks, Future& future) const;
  void merge(Future& into, const Future& other);
  // What a layer holds apart from accesses through registers, under these guards; returns where it is now.
  GuardedAccesses& add_settled(const GuardedAccesses& other, const std::vector<FrameLock>& guards,
                               Future& future) const;

  // Only for registers `which(slot)`: their values are not known further back.
  template <typename Which>
  void settle_if(Future& future, Which which) {
    rewrite(future, which, [&](const FrameAccess& access, GuardedAccesses& layer) {
      settle(access.slot, access, layer);
    });
  }
  // They get objects that did not exist before.
  template <typename Which>
  void drop_if(Future& future, Which which) {
    rewrite(future, which, [](const FrameAccess&, GuardedAccesses&) {});
  }
  // The register is `source` plus an offset.
  void replace(uint32_t slot, Operand source, int64_t offset, Future& future);
  // The register is loaded from, or memory is stored to.
  void load(uint32_t slot, Operand base, int64_t offset, Future& future);
  void store(Operand value, Operand base, int64_t offset, uint64_t size, Future& future);
  void forget_pointers_in_memory(Future& future);
  void forget_locks(Future& future);

 private:
  using Locks = std::vector<FrameLock>;

  // Takes accesses through the registers out of each layer and hands them to `put`; guards through them
  // are lost, which errs on the safe side.
  template <typename Which, typename Put>
  void rewrite(Future& future, Which which, Put put) {
    for (GuardedAccesses& layer : future.layers)
      std::erase_if(layer.through_frame, [&](const FrameAccess& access) {
        if (!which(access.slot)) return false;
        put(access, layer);
        return true;
      });
    change_locks(future, [&](const FrameLock& lock) -> std::optional<FrameLock> {
      if (lock.slot != FrameLock::kGlobal && which(lock.slot)) return std::nullopt;
      return lock;
    });
  }
  template <typename Change>
  void change_locks(Future& future, Change change) {
    const auto apply = [&](Locks& locks) {
      const auto stays = [&](const FrameLock& lock) { return change(lock) == lock; };
      if (std::all_of(locks.begin(), locks.end(), stays)) return false;
      for (const FrameLock& lock : std::exchange(locks, {}))
        if (const std::optional<FrameLock> now = change(lock)) put(*now, locks);
      return true;
    };
    apply(future.locks);
    bool changed = false;
    for (GuardedAccesses& layer : future.layers) changed = apply(layer.guards) || changed;
    if (changed) join_equal_layers(future);
  }
  static void put(const FrameLock& lock, Locks& locks);
  void insert(const FrameAccess& access, GuardedAccesses& layer);
  void settle(Operand base, const FrameAccess& access, GuardedAccesses& layer) const;
  void add_layer(const GuardedAccesses& other, Future& future);
  GuardedAccesses& layer_of(const Locks& guards, Future& future) const;
  void join_equal_layers(Future& future);
  bool is_local(Operand base) const;
  bool initialises(Operand base, const FrameAccess& access) const;
  bool may_overlap(Operand base, int64_t offset, uint64_t size, const FrameLock& pointer) const;

  const Program& program_;
  const PointsTo& points_to_;
  const Locations& locations_;
  CoveredLocations& covered_;
  InstanceId instance_;
  std::set<uint32_t>& widened_;
  const BitSet* immutable_;  // locations; null if that is not known
};

}  // namespace heddle
