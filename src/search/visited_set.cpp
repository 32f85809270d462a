// SPDX-License-Identifier: Apache-2.0
#include "search/visited_set.h"

#include <zstd.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "search/exploration.h"
#include "support/invariant.h"

namespace heddle {

namespace {

constexpr size_t kInitialEntries = 1 << 14;
constexpr double kMaxLoad = 0.84;
constexpr double kGrowth = 1.25;  // from a load of 0.84 down to 0.67: at most 24 bytes a state

}  // namespace

Fingerprint visit_key(Fingerprint state, uint64_t extra) {
  // The sum of terms is spread well, but its low bits alone choose the place: mix once more.
  state.low = mix(state.low, state.high + extra * hash_constants::k2);
  state.high = mix(state.high, state.low ^ extra);
  if (state.low == 0) state.low = 1;
  if (state.high == 0) state.high = 1;
  return state;
}

// n (n - 1) / 2 pairs, each alike with probability 2^-128.
double birthday_bound(uint64_t states) {
  const auto n = double(states);
  return n * (n - 1) / 2 * std::pow(2.0, -128);
}

FingerprintSet::FingerprintSet(size_t max_bytes, WhenFull when_full)
    : table_(std::clamp(max_bytes / sizeof(Fingerprint), 2 * kSlack, kInitialEntries)),
      most_(size_t(double(table_.size()) * kMaxLoad)),
      max_bytes_(max_bytes),
      when_full_(when_full) {}

void FingerprintSet::reserve(size_t count) {
  INVARIANT(size_ == 0 && !bits_, "nothing has been inserted yet");
  const size_t entries = size_t(double(count) / kMaxLoad) + 2 * kSlack;
  if (entries <= table_.size() || entries * sizeof(Fingerprint) > max_bytes_) return;
  table_ = std::vector<Fingerprint, LargePageAllocator<Fingerprint>>(entries);
  most_ = size_t(double(entries) * kMaxLoad);
}

size_t FingerprintSet::find(const Fingerprint& fingerprint) const {
  const Fingerprint* entry = &table_[place_of(fingerprint)];
  // One less, an empty entry is the largest: it ends the search like any entry that comes later.
  while (entry->low - 1 < fingerprint.low - 1) ++entry;
  while (entry->low == fingerprint.low && entry->high < fingerprint.high) ++entry;
  return size_t(entry - table_.data());
}

bool FingerprintSet::grow() {
  const auto entries = size_t(double(table_.size()) * kGrowth) + 1;
  // While entries move, both tables exist.
  if ((entries + table_.size()) * sizeof(Fingerprint) > max_bytes_) return false;
  std::vector<Fingerprint, LargePageAllocator<Fingerprint>> old(entries);
  old.swap(table_);
  most_ = size_t(double(entries) * kMaxLoad);
  // They come in order, and further apart than they were.
  size_t next = 0;
  for (const Fingerprint& fingerprint : old) {
    if (fingerprint.low == 0) continue;
    const size_t place = std::max(next, place_of(fingerprint));
    INVARIANT(place + 1 < entries, "a larger table has no longer way past its last place");
    table_[place] = fingerprint;
    next = place + 1;
  }
  return true;
}

// The table and the bits exist together for a moment: a table that cannot grow takes at most five ninths of the
// memory, so there is room for half as much.
bool FingerprintSet::shrink() {
  if (when_full_ != WhenFull::KeepBits || bits_) return false;
  bits_.emplace(bytes() / 2);
  for (const Fingerprint& fingerprint : table_)
    if (fingerprint.low != 0) bits_->insert(fingerprint);
  table_ = {};
  lossy_since_ = size_;
  return true;
}

Insertion FingerprintSet::insert(Fingerprint fingerprint) {
  if (bits_) [[unlikely]] {
    if (!bits_->insert(fingerprint)) return Insertion::Known;
    ++size_;
    return Insertion::New;
  }
  const size_t place = find(fingerprint);
  if (table_[place] == fingerprint) return Insertion::Known;
  size_t end = place;
  while (table_[end].low != 0) ++end;
  if (size_ >= most_ || end + 1 == table_.size()) [[unlikely]] {
    return grow() || shrink() ? insert(fingerprint) : Insertion::Full;
  }
  std::memmove(&table_[place + 1], &table_[place], (end - place) * sizeof(Fingerprint));
  table_[place] = fingerprint;
  ++size_;
  return Insertion::New;
}

Insertion FingerprintSet::insert(const Machine& machine, uint64_t extra) {
  return insert(visit_key(machine.fingerprint(), extra));
}

bool FingerprintSet::contains(const Machine& machine, uint64_t extra) const {
  return contains(visit_key(machine.fingerprint(), extra));
}

bool FingerprintSet::contains(const Fingerprint& fingerprint) const {
  if (bits_) [[unlikely]]
    return bits_->contains(fingerprint);
  return table_[find(fingerprint)] == fingerprint;
}

Insertion FingerprintSet::restore(const Fingerprint& key) { return insert(key); }

void FingerprintSet::prefetch(const Machine& machine) const {
  if (!bits_) __builtin_prefetch(&table_[place_of(visit_key(machine.fingerprint(), 0))]);
}

std::optional<std::vector<Fingerprint>> FingerprintSet::fingerprints() const {
  if (bits_) return std::nullopt;
  std::vector<Fingerprint> all;
  all.reserve(size_);
  for (const Fingerprint& entry : table_)
    if (entry.low != 0) all.push_back(entry);
  return all;
}

double FingerprintSet::omission_probability() const {
  return bits_ ? bits_->omission_probability() : birthday_bound(size_);
}

namespace {

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

// Setting one up takes longer than compressing a state.
ZSTD_CCtx* compression_context() {
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  if (!context) throw std::bad_alloc();
  return context.get();
}

}  // namespace

std::string ExactSet::compressed(const Machine& machine, uint64_t extra) {
  std::vector<uint64_t> words{extra};
  machine.encode(words);
  const size_t size = words.size() * sizeof(uint64_t);
  std::string result(ZSTD_compressBound(size), '\0');
  const size_t written =
      ZSTD_compressCCtx(compression_context(), result.data(), result.size(), words.data(), size, 1);
  INVARIANT(!ZSTD_isError(written), "the buffer is as large as zstd asks for");
  result.resize(written);
  result.shrink_to_fit();
  return result;
}

Insertion ExactSet::insert(const Machine& machine, uint64_t extra) {
  std::string state = compressed(machine, extra);
  const size_t cost = state.size() + sizeof(std::string) + 2 * sizeof(void*);
  if (bytes_ + cost > max_bytes_)
    return states_.contains(state) ? Insertion::Known : Insertion::Full;
  if (!states_.insert(std::move(state)).second) return Insertion::Known;
  bytes_ += cost;
  return Insertion::New;
}

bool ExactSet::contains(const Machine& machine, uint64_t extra) const {
  return states_.contains(compressed(machine, extra));
}

std::unique_ptr<VisitedSet> make_visited_set(const SearchOptions& options, size_t parts) {
  const size_t bytes = options.limits.bytes / parts;
  if (options.exact) return std::make_unique<ExactSet>(bytes);
  return std::make_unique<FingerprintSet>(bytes, options.when_full);
}

}  // namespace heddle
