// The states seen so far.
//
// FingerprintSet keeps 128 bits a state (hash compaction): open addressing, 16 bytes an entry,
// grown in small steps so that a state costs 19 to 24 bytes. Entries are in ascending order, so that a
// search in a table that is nearly full ends after a few of them. Two different states with one
// fingerprint would be taken for the same; omission_probability() bounds the chance.
// When its memory is used up it is full, or goes on with a few bits a state, as asked for.
// ExactSet keeps the whole states, compressed, and cannot be wrong.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "machine/machine.h"
#include "search/bit_table.h"
#include "support/hash.h"
#include "support/large_pages.h"

namespace heddle {

// What a set keeps of a visit: neither half is 0.
Fingerprint visit_key(Fingerprint state, uint64_t extra);
// At most the probability that any two of so many different states have one fingerprint.
double birthday_bound(uint64_t states);

enum class Insertion { New, Known, Full };
enum class WhenFull : uint8_t { Stop, KeepBits };

class VisitedSet {
 public:
  virtual ~VisitedSet() = default;
  // `extra` tells apart visits to one state that may go on differently: a remaining budget.
  virtual Insertion insert(const Machine& machine, uint64_t extra) = 0;
  virtual bool contains(const Machine& machine, uint64_t extra) const = 0;
  // What an earlier run inserted, by its visit_key. Only where fingerprints are kept.
  virtual Insertion restore(const Fingerprint& key) = 0;
  // The next look-up will be for the machine's state: fetch its place while there is other work.
  virtual void prefetch(const Machine&) const {}
  virtual uint64_t size() const = 0;
  virtual size_t bytes() const = 0;
  virtual double omission_probability() const = 0;
  // Sorted; nothing if whole states, or only bits, are kept.
  virtual std::optional<std::vector<Fingerprint>> fingerprints() const { return std::nullopt; }
  // How many states were there when memory was used up and only bits were kept of them; nothing if it was not.
  virtual std::optional<uint64_t> lossy_since() const { return std::nullopt; }
  // Keeps only bits from now on, if that is asked for and takes less memory; whether it does now.
  virtual bool shrink() { return false; }
};

class FingerprintSet final : public VisitedSet {
 public:
  explicit FingerprintSet(size_t max_bytes, WhenFull when_full = WhenFull::Stop);
  Insertion insert(const Machine& machine, uint64_t extra) override;
  bool contains(const Machine& machine, uint64_t extra) const override;
  Insertion restore(const Fingerprint& key) override;
  uint64_t size() const override { return size_; }
  size_t bytes() const override {
    return bits_ ? bits_->bytes() : table_.capacity() * sizeof(Fingerprint);
  }
  double omission_probability() const override;
  std::optional<uint64_t> lossy_since() const override { return lossy_since_; }
  bool shrink() override;
  void prefetch(const Machine& machine) const override;

  std::optional<std::vector<Fingerprint>> fingerprints() const override;

  Insertion insert(Fingerprint fingerprint);
  // Before so many are inserted. In ascending order they need it: the first ones would crowd at the beginning of a small table.
  void reserve(size_t count);

 private:
  // Entries behind the last place that fingerprints have, for those that find it taken. The last one of
  // all stays empty.
  static constexpr size_t kSlack = 256;

  size_t place_of(const Fingerprint& fingerprint) const {
    // The high half of a product preserves order.
    return size_t(uint128(fingerprint.low) * (table_.size() - kSlack) >> 64);
  }
  // Where it is, or belongs.
  size_t find(const Fingerprint& fingerprint) const;
  bool grow();
  bool contains(const Fingerprint& fingerprint) const;

  std::vector<Fingerprint, LargePageAllocator<Fingerprint>> table_;  // low half zero: empty
  size_t size_ = 0;
  size_t most_;  // entries before it grows
  size_t max_bytes_;
  WhenFull when_full_;
  std::optional<BitTable> bits_;  // instead of the table, when memory was used up
  std::optional<uint64_t> lossy_since_;
};

class ExactSet final : public VisitedSet {
 public:
  explicit ExactSet(size_t max_bytes) : max_bytes_(max_bytes) {}
  Insertion insert(const Machine& machine, uint64_t extra) override;
  bool contains(const Machine& machine, uint64_t extra) const override;
  Insertion restore(const Fingerprint&) override { return Insertion::Full; }
  uint64_t size() const override { return states_.size(); }
  size_t bytes() const override { return bytes_; }
  double omission_probability() const override { return 0; }

 private:
  static std::string compressed(const Machine& machine, uint64_t extra);

  std::unordered_set<std::string> states_;
  size_t bytes_ = 0;
  size_t max_bytes_;
};

struct SearchOptions;
// As the options say, for one part of so many.
std::unique_ptr<VisitedSet> make_visited_set(const SearchOptions& options, size_t parts = 1);

}  // namespace heddle
