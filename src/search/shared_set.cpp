// SPDX-License-Identifier: Apache-2.0
#include "search/shared_set.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "support/invariant.h"

namespace heddle {

namespace {

constexpr size_t kInitialEntries = 1 << 14;
// Entries are not in order, as those of FingerprintSet are: searches are longer, and the table is less full.
constexpr double kMaxLoad = 0.75;
constexpr double kGrowth = 1.5;
// Behind the last place that fingerprints have, for those that find it taken.
constexpr size_t kSlack = 1024;

using Half = std::atomic_ref<uint64_t>;

size_t places_among(size_t entries) { return entries - kSlack; }

size_t place_of(const Fingerprint& key, size_t places) {
  return size_t(uint128(key.low) * places >> 64);
}

}  // namespace

class alignas(64) SharedSet::Part final : public VisitedSet {
 public:
  explicit Part(SharedSet& set) : set_(set) {}

  Insertion insert(const Machine& machine, uint64_t extra) override {
    return insert(visit_key(machine.fingerprint(), extra));
  }
  Insertion restore(const Fingerprint& key) override { return insert(key); }
  bool contains(const Machine& machine, uint64_t extra) const override;
  void prefetch(const Machine& machine) const override;
  uint64_t size() const override { return set_.size(); }
  size_t bytes() const override { return set_.bytes_.load(std::memory_order_relaxed); }
  double omission_probability() const override;
  std::optional<std::vector<Fingerprint>> fingerprints() const override;
  std::optional<uint64_t> lossy_since() const override;
  bool shrink() override;

 private:
  friend SharedSet;
  Insertion insert(const Fingerprint& key);
  Placed try_to_insert(const Fingerprint& key, size_t& entries);

  SharedSet& set_;
  mutable std::atomic<bool> inside_{false};
  std::atomic<uint64_t> inserted_{0};  // by this worker
  int64_t room_ = 0;  // entries it may fill before it asks for more; only inside
};

// While somebody is inside, the table does not change its size.
class SharedSet::Inside {
 public:
  explicit Inside(const Part& part) : part_(part) {
    SharedSet& set = part.set_;
    for (;;) {
      part.inside_.store(true);
      if (!set.closed_.load()) return;
      part.inside_.store(false);
      while (set.closed_.load(std::memory_order_acquire)) set.help_to_move();
    }
  }
  ~Inside() { part_.inside_.store(false, std::memory_order_release); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  const Part& part_;
};

Insertion SharedSet::Part::insert(const Fingerprint& key) {
  for (;;) {
    size_t entries = 0;
    const Placed placed = try_to_insert(key, entries);
    if (placed != Placed::NoRoom) return placed == Placed::New ? Insertion::New : Insertion::Known;
    if (!set_.make_room(entries)) return Insertion::Full;
  }
}

SharedSet::Placed SharedSet::Part::try_to_insert(const Fingerprint& key, size_t& entries) {
  const Inside inside(*this);
  entries = set_.entries_.size();
  Placed placed;
  if (set_.bits_) {
    placed = set_.bits_->insert(key) ? Placed::New : Placed::Known;
  } else {
    placed = place(set_.entries_, key, this);
    room_ -= placed == Placed::New;
  }
  if (placed == Placed::New)
    inserted_.store(inserted_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  return placed;
}

bool SharedSet::Part::contains(const Machine& machine, uint64_t extra) const {
  const Fingerprint key = visit_key(machine.fingerprint(), extra);
  const Inside inside(*this);
  if (set_.bits_) return set_.bits_->contains(key);
  for (size_t k = place_of(key, places_among(set_.entries_.size()));; ++k) {
    Fingerprint& entry = set_.entries_[k];
    const uint64_t low = Half(entry.low).load(std::memory_order_acquire);
    if (low == 0) return false;
    if (low == key.low && Half(entry.high).load(std::memory_order_acquire) == key.high) return true;
  }
}

void SharedSet::Part::prefetch(const Machine& machine) const {
  const size_t places = set_.places_.load(std::memory_order_relaxed);
  if (places == 0) return;
  __builtin_prefetch(set_.first_.load(std::memory_order_relaxed) +
                     place_of(visit_key(machine.fingerprint(), 0), places));
}

double SharedSet::Part::omission_probability() const {
  const Inside inside(*this);
  return set_.bits_ ? set_.bits_->omission_probability() : birthday_bound(size());
}

std::optional<std::vector<Fingerprint>> SharedSet::Part::fingerprints() const {
  const Inside inside(*this);
  if (set_.bits_) return std::nullopt;
  std::vector<Fingerprint> all;
  all.reserve(size());
  for (const Fingerprint& entry : set_.entries_)
    if (entry.low != 0) all.push_back(entry);
  std::sort(all.begin(), all.end());
  return all;
}

std::optional<uint64_t> SharedSet::Part::lossy_since() const {
  const Inside inside(*this);
  return set_.lossy_since_;
}

bool SharedSet::Part::shrink() {
  const std::lock_guard lock(set_.growing_);
  return set_.shrink();
}

SharedSet::SharedSet(size_t max_bytes, WhenFull when_full, unsigned workers)
    : max_bytes_(max_bytes), when_full_(when_full) {
  for (unsigned k = 0; k < workers; ++k) parts_.push_back(std::make_unique<Part>(*this));
  use(Entries(std::clamp(max_bytes / sizeof(Fingerprint), 2 * kSlack, kInitialEntries)));
}

SharedSet::~SharedSet() = default;

VisitedSet& SharedSet::part(unsigned worker) { return *parts_[worker]; }

Insertion SharedSet::insert(unsigned worker, const Fingerprint& key) {
  return parts_[worker]->insert(key);
}

uint64_t SharedSet::size() const {
  uint64_t sum = 0;
  for (const auto& part : parts_) sum += part->inserted_.load(std::memory_order_relaxed);
  return sum;
}

SharedSet::Placed SharedSet::place(Entries& entries, const Fingerprint& key, Part* part) {
  for (size_t k = place_of(key, places_among(entries.size())); k + 1 < entries.size(); ++k) {
    Fingerprint& entry = entries[k];
    uint64_t low = Half(entry.low).load(std::memory_order_acquire);
    if (low == 0) {
      if (part && part->room_ == 0 && !part->set_.take_room(*part)) return Placed::NoRoom;
      if (Half(entry.low).compare_exchange_strong(low, key.low)) low = key.low;
    }
    if (low != key.low) continue;
    uint64_t high = Half(entry.high).load(std::memory_order_acquire);
    if (high == 0 && Half(entry.high).compare_exchange_strong(high, key.high)) return Placed::New;
    if (high == key.high) return Placed::Known;
  }
  return Placed::NoRoom;
}

bool SharedSet::take_room(Part& part) {
  int64_t there = room_.load(std::memory_order_relaxed);
  while (there > 0) {
    const int64_t piece = std::min(there, kPiece);
    if (!room_.compare_exchange_weak(there, there - piece, std::memory_order_relaxed)) continue;
    part.room_ = piece;
    return true;
  }
  return false;
}

// Only while nobody is inside.
void SharedSet::use(Entries entries) {
  entries_ = std::move(entries);
  for (const auto& part : parts_) part->room_ = 0;
  room_ = int64_t(double(entries_.size()) * kMaxLoad) - int64_t(size());
  bytes_ = entries_.size() * sizeof(Fingerprint);
  first_ = entries_.data();
  places_ = entries_.empty() ? 0 : places_among(entries_.size());
}

void SharedSet::close() {
  closed_.store(true);
  for (const auto& part : parts_)
    while (part->inside_.load()) std::this_thread::yield();
}

bool SharedSet::make_room(size_t entries) {
  std::unique_lock lock(growing_, std::try_to_lock);
  while (!lock.owns_lock()) {
    help_to_move();
    lock.try_lock();
  }
  if (entries_.size() != entries) return true;  // somebody else has made it
  const auto larger = size_t(double(entries) * kGrowth) + 1;
  // While entries move, both tables exist.
  if ((larger + entries) * sizeof(Fingerprint) > max_bytes_) return shrink();
  const Entries old = move_to(Entries(larger));
  return true;
}

// The growing one.
SharedSet::Entries SharedSet::move_to(Entries larger) {
  close();
  larger_ = std::move(larger);
  const auto chunks = int64_t((entries_.size() + kChunk - 1) / kChunk);
  chunks_moved_ = 0;
  chunks_left_ = chunks;
  while (chunks_moved_.load(std::memory_order_acquire) < chunks) help_to_move();
  Entries old = std::move(entries_);
  use(std::move(larger_));
  closed_.store(false);
  return old;  // to be freed when the others go on
}

// Nobody else touches a chunk that one has taken, nor leaves the tables before it is moved.
void SharedSet::help_to_move() {
  const int64_t chunk =
      chunks_left_.load(std::memory_order_relaxed) > 0 ? chunks_left_.fetch_sub(1) - 1 : -1;
  if (chunk < 0) return std::this_thread::yield();
  const size_t begin = size_t(chunk) * kChunk;
  const size_t end = std::min(begin + kChunk, entries_.size());
  for (size_t k = begin; k < end; ++k) {
    if (entries_[k].low == 0) continue;
    const Placed placed = place(larger_, entries_[k], nullptr);
    INVARIANT(placed == Placed::New, "a larger table has room for each state once");
  }
  chunks_moved_.fetch_add(1, std::memory_order_release);
}

// As FingerprintSet does. Who holds `growing_` calls it.
bool SharedSet::shrink() {
  if (when_full_ != WhenFull::KeepBits || bits_) return false;
  close();
  BitTable bits(entries_.size() * sizeof(Fingerprint) / 2);
  for (const Fingerprint& entry : entries_)
    if (entry.low != 0) bits.insert(entry);
  lossy_since_ = size();
  use({});
  bytes_ = bits.bytes();
  bits_ = std::move(bits);
  closed_.store(false);
  return true;
}

}  // namespace heddle
