// AccessSummaries: for states that have been explored, what each thread may still access from there on.
//
// A summary has, for each thread, its future: accesses (a range, read or written), each with its past: what is known to have to
// happen, from the state on, before the thread comes to it. An access whose past contains an action of a thread cannot be reached
// as long as that thread does nothing. Pasts are incomplete on purpose (less is always right), so of several for one access the
// smaller ones are kept, and of too many what they have in common.
//
// Equal pasts, futures and summaries are kept once and have numbers; what has been computed with them is remembered by these numbers. A
// transition changes the future of its own thread and, as a rule, leaves those of the others as they are, so that states share
// most of what they need.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "search/transition_effects.h"
#include "support/hash.h"

namespace heddle {

using SummaryId = uint32_t;  // 0: nothing follows

class AccessSummaries {
 public:
  AccessSummaries();

  struct Past {
    uint64_t threads = 0;  // that must have acted
    std::vector<SyncUse> uses;  // of these in order, which must have happened; sorted
    friend bool operator==(const Past&, const Past&) = default;
  };

  // What follows the state before a transition, given what follows the one after it.
  SummaryId before(SummaryId after, const TransitionEffects& transition);
  SummaryId merge(SummaryId a, SummaryId b);
  // The same without pasts: for states from which each other can be reached.
  SummaryId without_pasts(SummaryId summary);
  // What threads stand before, at the end of a path.
  SummaryId of_waiting(std::span<const WokenThread> threads);

  // Calls visit(thread, past) for each access that depends on one of the touches; until it returns false.
  template <typename Visit>
  void for_each_conflict(SummaryId summary, std::span<const Touch> touches, Visit visit) const {
    for (const FutureId id : summaries_[summary]) {
      const Future& future = futures_[id];
      for (const Touch& touch : touches)
        for (size_t k = first_near(future, touch.range); k < future.accesses.size(); ++k) {
          const Access& access = future.accesses[k];
          if (access.range.address >= end_of(touch.range)) break;
          if ((access.writes || touch.writes) && access.range.overlaps(touch.range) &&
              !visit(future.thread, pasts_[access.past]))
            return;
        }
    }
  }

  size_t size() const { return summaries_.size(); }
  size_t bytes() const { return bytes_; }

 private:
  using PastId = uint32_t;  // 0: nothing
  using FutureId = uint32_t;
  struct Access {
    MemoryRange range;
    bool writes = false;
    PastId past = 0;
  };
  struct Future {
    ThreadNumber thread = 0;
    uint64_t longest = 0;  // of the ranges
    std::vector<Access> accesses;  // by address
  };
  struct KeyHash {
    size_t operator()(const Fingerprint& key) const { return size_t(key.low); }
  };
  using Index = std::unordered_map<Fingerprint, uint32_t, KeyHash>;
  using Results = std::unordered_map<uint64_t, uint32_t>;

  static uint64_t end_of(const MemoryRange& range) {
    return range.address + range.size < range.address ? ~uint64_t(0) : range.address + range.size;
  }
  static size_t first_near(const Future& future, const MemoryRange& range);

  PastId keep(const Past& past);
  FutureId keep(ThreadNumber thread, std::vector<Access> accesses);
  SummaryId keep(std::vector<FutureId> futures);

  PastId common(PastId a, PastId b);
  bool is_within(PastId smaller, PastId larger) const;
  void reduce(std::vector<Access>& accesses);
  void reduce_same(std::vector<Access>& accesses, size_t from);

  FutureId before(FutureId future, const TransitionEffects& transition, uint32_t causes);
  PastId past_before(PastId past, ThreadNumber thread, const TransitionEffects& transition);
  FutureId merge_futures(FutureId a, FutureId b);
  void add_to(std::vector<FutureId>& futures, FutureId future);
  FutureId own_future(const TransitionEffects& transition);
  FutureId waiting_future(const WokenThread& thread);

  uint32_t number_of(Index& index, const Fingerprint& key);
  static std::optional<uint32_t> recall(const Results& results, uint32_t a, uint32_t b);
  static uint32_t remember(Results& results, uint32_t a, uint32_t b, uint32_t result);

  std::vector<Past> pasts_;
  std::vector<Future> futures_;
  std::vector<std::vector<FutureId>> summaries_;  // by thread
  Index past_index_;
  Index future_index_;
  Index summary_index_;
  Index transition_index_;  // of effects, whole
  Index causes_index_;  // of what effects mean to the pasts of others
  Results merged_;
  Results merged_futures_;
  Results before_;
  Results futures_before_;
  size_t bytes_ = 0;
};

}  // namespace heddle
