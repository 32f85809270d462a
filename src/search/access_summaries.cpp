// SPDX-License-Identifier: Apache-2.0
#include "search/access_summaries.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "support/bits.h"

namespace heddle {

namespace {

constexpr size_t kMostPasts = 4;  // of one access
constexpr size_t kMostUses = 32;  // of one past
constexpr size_t kMostAccesses = 4096;  // of one future
constexpr size_t kMostRemembered = 1 << 18;  // results of each sort
constexpr size_t kEntryBytes = 64;  // of an index
constexpr uint64_t kWhole = ~uint64_t(0);  // the size of a range that stands for everything

bool is_everything(const MemoryRange& range) { return range.size == kWhole; }

void add(Hasher& hasher, const SyncUse& use) { hasher.add(use.address * 4 + uint64_t(use.kind)); }

void add(Hasher& hasher, std::span<const Touch> touches) {
  hasher.add(touches.size());
  for (const Touch& touch : touches) {
    hasher.add(touch.range.address);
    hasher.add(touch.range.size * 2 + touch.writes);
  }
}

void add(Hasher& hasher, std::span<const SyncUse> uses) {
  hasher.add(uses.size());
  for (const SyncUse& use : uses) add(hasher, use);
}

// Whether what a transition did with an object must come before one of these uses.
bool must_precede(const TransitionEffects& transition, std::span<const SyncUse> later) {
  const auto is_met = [&](uint64_t address, bool writes) {
    auto use = std::lower_bound(
        later.begin(), later.end(), address,
        [](const SyncUse& known, uint64_t wanted) { return known.address < wanted; });
    for (; use != later.end() && use->address == address; ++use)
      if (writes || use->kind == SyncUse::Kind::Write) return true;
    return false;
  };
  if (later.empty()) return false;
  for (const SyncUse& use : transition.uses)
    if (use.kind != SyncUse::Kind::Acquire && is_met(use.address, use.kind == SyncUse::Kind::Write))
      return true;
  return std::any_of(transition.releases.begin(), transition.releases.end(),
                     [&](uint64_t mutex) { return is_met(mutex, true); });
}

void add_uses(std::vector<SyncUse>& uses, std::span<const SyncUse> more) {
  std::vector<SyncUse> both;
  std::set_union(uses.begin(), uses.end(), more.begin(), more.end(), std::back_inserter(both));
  if (both.size() > kMostUses) both.resize(kMostUses);
  uses = std::move(both);
}

Fingerprint causes_key(const TransitionEffects& transition) {
  Hasher hasher({1, transition.thread});
  hasher.add(transition.created);
  add(hasher, transition.first_uses);
  add(hasher, transition.uses);
  hasher.add(transition.releases.size());
  for (const uint64_t mutex : transition.releases) hasher.add(mutex);
  for (const WokenThread& woken : transition.woken) hasher.add(woken.thread);
  return hasher.finish();
}

Fingerprint whole_key(const TransitionEffects& transition, uint32_t causes) {
  Hasher hasher({2, causes});
  add(hasher, transition.first);
  add(hasher, transition.later);
  for (const WokenThread& woken : transition.woken) add(hasher, woken.touches);
  return hasher.finish();
}

}  // namespace

AccessSummaries::AccessSummaries() : pasts_(1), summaries_(1) {
  past_index_.emplace(Fingerprint{}, 0);
}

size_t AccessSummaries::first_near(const Future& future, const MemoryRange& range) {
  // What stands for everything comes first.
  if (!future.accesses.empty() && is_everything(future.accesses.front().range)) return 0;
  const uint64_t from = range.address - std::min(future.longest, range.address);
  const auto found = std::lower_bound(
      future.accesses.begin(), future.accesses.end(), from,
      [](const Access& access, uint64_t address) { return access.range.address < address; });
  return size_t(found - future.accesses.begin());
}

uint32_t AccessSummaries::number_of(Index& index, const Fingerprint& key) {
  const auto [entry, is_new] = index.try_emplace(key, uint32_t(index.size()));
  if (is_new) bytes_ += kEntryBytes;
  return entry->second;
}

std::optional<uint32_t> AccessSummaries::recall(const Results& results, uint32_t a, uint32_t b) {
  const auto found = results.find(uint64_t(a) << 32 | b);
  return found == results.end() ? std::nullopt : std::optional(found->second);
}

uint32_t AccessSummaries::remember(Results& results, uint32_t a, uint32_t b, uint32_t result) {
  if (results.size() >= kMostRemembered) results.clear();
  results.emplace(uint64_t(a) << 32 | b, result);
  return result;
}

AccessSummaries::PastId AccessSummaries::keep(const Past& past) {
  if (past == Past{}) return 0;
  Hasher hasher({3, past.threads});
  add(hasher, past.uses);
  const auto [entry, is_new] = past_index_.try_emplace(hasher.finish(), uint32_t(pasts_.size()));
  if (is_new) {
    pasts_.push_back(past);
    bytes_ += sizeof(Past) + past.uses.size() * sizeof(SyncUse) + kEntryBytes;
  }
  return entry->second;
}

AccessSummaries::FutureId AccessSummaries::keep(ThreadNumber thread, std::vector<Access> accesses) {
  reduce(accesses);
  Hasher hasher({4, thread});
  for (const Access& access : accesses) {
    hasher.add(access.range.address);
    hasher.add(access.range.size * 2 + access.writes);
    hasher.add(access.past);
  }
  const auto [entry, is_new] =
      future_index_.try_emplace(hasher.finish(), uint32_t(futures_.size()));
  if (is_new) {
    Future future{.thread = thread, .longest = 0, .accesses = std::move(accesses)};
    for (const Access& access : future.accesses)
      future.longest = std::max(future.longest, access.range.size);
    future.accesses.shrink_to_fit();
    bytes_ += sizeof(Future) + future.accesses.size() * sizeof(Access) + kEntryBytes;
    futures_.push_back(std::move(future));
  }
  return entry->second;
}

SummaryId AccessSummaries::keep(std::vector<FutureId> futures) {
  if (futures.empty()) return 0;
  Hasher hasher({5, futures.size()});
  for (const FutureId future : futures) hasher.add(future);
  const auto [entry, is_new] =
      summary_index_.try_emplace(hasher.finish(), uint32_t(summaries_.size()));
  if (is_new) {
    bytes_ += sizeof(futures) + futures.size() * sizeof(FutureId) + kEntryBytes;
    summaries_.push_back(std::move(futures));
  }
  return entry->second;
}

bool AccessSummaries::is_within(PastId smaller, PastId larger) const {
  if (smaller == larger || smaller == 0) return true;
  const Past& a = pasts_[smaller];
  const Past& b = pasts_[larger];
  return (a.threads & ~b.threads) == 0 &&
         std::includes(b.uses.begin(), b.uses.end(), a.uses.begin(), a.uses.end());
}

AccessSummaries::PastId AccessSummaries::common(PastId a, PastId b) {
  if (a == b) return a;
  Past both{.threads = pasts_[a].threads & pasts_[b].threads, .uses = {}};
  std::set_intersection(pasts_[a].uses.begin(), pasts_[a].uses.end(), pasts_[b].uses.begin(),
                        pasts_[b].uses.end(), std::back_inserter(both.uses));
  return keep(both);
}

// Sorts, and leaves out what others say as well: an access with a larger past, a read where there is a write.
void AccessSummaries::reduce(std::vector<Access>& accesses) {
  const auto key = [](const Access& access) {
    return std::tuple(access.range.address, ~access.range.size, !access.writes, access.past);
  };
  std::sort(accesses.begin(), accesses.end(),
            [&](const Access& a, const Access& b) { return key(a) < key(b); });
  std::vector<Access> kept;
  size_t group = 0;
  for (const Access& access : accesses) {
    if (!kept.empty() && (kept.back().range.address != access.range.address ||
                          kept.back().range.size != access.range.size)) {
      group = kept.size();
    }
    const bool is_said =
        std::any_of(kept.begin() + ptrdiff_t(group), kept.end(), [&](const Access& other) {
          return other.writes >= access.writes && is_within(other.past, access.past);
        });
    if (is_said) continue;
    kept.erase(std::remove_if(kept.begin() + ptrdiff_t(group), kept.end(),
                              [&](const Access& other) {
                                return access.writes >= other.writes &&
                                       is_within(access.past, other.past);
                              }),
               kept.end());
    kept.push_back(access);
    reduce_same(kept, group);
  }
  accesses = std::move(kept);
  if (accesses.size() > kMostAccesses)
    accesses = {{.range = {0, kWhole}, .writes = true, .past = 0}};
}

// The accesses from here on are of one range: too many pasts become what they have in common.
void AccessSummaries::reduce_same(std::vector<Access>& accesses, size_t from) {
  if (accesses.size() - from <= kMostPasts) return;
  Access one = accesses[from];
  for (size_t k = from + 1; k < accesses.size(); ++k) {
    one.past = common(one.past, accesses[k].past);
    one.writes = one.writes || accesses[k].writes;
  }
  accesses.resize(from);
  accesses.push_back(one);
}

AccessSummaries::PastId AccessSummaries::past_before(PastId id, ThreadNumber thread,
                                                     const TransitionEffects& transition) {
  const Past& past = pasts_[id];
  const uint64_t actors = past.threads | bit(thread);
  const bool is_own = (actors & bit(transition.thread)) != 0;
  uint64_t freed = transition.created;
  for (const WokenThread& woken : transition.woken) freed |= bit(woken.thread);
  if (!is_own && !(actors & freed) && !must_precede(transition, past.uses)) return id;
  Past result = past;
  if (transition.thread != thread) result.threads |= bit(transition.thread);
  // Of a transition that only some operation of must come before, no more than the first is known to.
  add_uses(result.uses, is_own ? transition.uses : transition.first_uses);
  return keep(result);
}

AccessSummaries::FutureId AccessSummaries::before(FutureId id, const TransitionEffects& transition,
                                                  uint32_t causes) {
  if (const auto known = recall(futures_before_, id, causes)) return *known;
  const ThreadNumber thread = futures_[id].thread;
  std::vector<Access> accesses = futures_[id].accesses;
  for (Access& access : accesses) access.past = past_before(access.past, thread, transition);
  return remember(futures_before_, id, causes, keep(thread, std::move(accesses)));
}

AccessSummaries::FutureId AccessSummaries::own_future(const TransitionEffects& transition) {
  const PastId after_first = keep(Past{.threads = 0, .uses = transition.first_uses});
  std::vector<Access> accesses;
  for (const Touch& touch : transition.first) accesses.push_back({touch.range, touch.writes, 0});
  for (const Touch& touch : transition.later)
    accesses.push_back({touch.range, touch.writes, after_first});
  return keep(transition.thread, std::move(accesses));
}

AccessSummaries::FutureId AccessSummaries::waiting_future(const WokenThread& woken) {
  std::vector<Access> accesses;
  for (const Touch& touch : woken.touches) accesses.push_back({touch.range, touch.writes, 0});
  return keep(woken.thread, std::move(accesses));
}

AccessSummaries::FutureId AccessSummaries::merge_futures(FutureId a, FutureId b) {
  if (a == b) return a;
  if (a > b) std::swap(a, b);
  if (const auto known = recall(merged_futures_, a, b)) return *known;
  std::vector<Access> accesses = futures_[a].accesses;
  accesses.insert(accesses.end(), futures_[b].accesses.begin(), futures_[b].accesses.end());
  return remember(merged_futures_, a, b, keep(futures_[a].thread, std::move(accesses)));
}

void AccessSummaries::add_to(std::vector<FutureId>& futures, FutureId future) {
  const auto place = std::lower_bound(
      futures.begin(), futures.end(), futures_[future].thread,
      [&](FutureId known, ThreadNumber thread) { return futures_[known].thread < thread; });
  if (place != futures.end() && futures_[*place].thread == futures_[future].thread)
    *place = merge_futures(*place, future);
  else
    futures.insert(place, future);
}

SummaryId AccessSummaries::before(SummaryId after, const TransitionEffects& transition) {
  const uint32_t causes = number_of(causes_index_, causes_key(transition));
  const uint32_t whole = number_of(transition_index_, whole_key(transition, causes));
  if (const auto known = recall(before_, after, whole)) return *known;
  std::vector<FutureId> futures = summaries_[after];
  for (FutureId& future : futures) future = before(future, transition, causes);
  if (!transition.first.empty() || !transition.later.empty())
    add_to(futures, own_future(transition));
  for (const WokenThread& woken : transition.woken)
    if (!woken.touches.empty()) add_to(futures, waiting_future(woken));
  return remember(before_, after, whole, keep(std::move(futures)));
}

SummaryId AccessSummaries::merge(SummaryId a, SummaryId b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) std::swap(a, b);
  if (const auto known = recall(merged_, a, b)) return *known;
  std::vector<FutureId> futures = summaries_[a];
  for (const FutureId future : std::vector<FutureId>(summaries_[b])) add_to(futures, future);
  return remember(merged_, a, b, keep(std::move(futures)));
}

SummaryId AccessSummaries::without_pasts(SummaryId summary) {
  std::vector<FutureId> futures = summaries_[summary];
  for (FutureId& future : futures) {
    std::vector<Access> accesses = futures_[future].accesses;
    for (Access& access : accesses) access.past = 0;
    future = keep(futures_[future].thread, std::move(accesses));
  }
  return keep(std::move(futures));
}

SummaryId AccessSummaries::of_waiting(std::span<const WokenThread> threads) {
  std::vector<FutureId> futures;
  for (const WokenThread& thread : threads)
    if (!thread.touches.empty()) add_to(futures, waiting_future(thread));
  return keep(std::move(futures));
}

}  // namespace heddle
