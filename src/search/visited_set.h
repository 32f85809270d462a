// The states seen so far.
//
// FingerprintSet keeps 128 bits a state (hash compaction): open addressing, 16 bytes an entry,
// grown in small steps so that a state costs 19 to 24 bytes. Two different states with one
// fingerprint would be taken for the same; omission_probability() bounds the chance.
// ExactSet keeps the whole states, compressed, and cannot be wrong.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "machine/machine.h"
#include "support/hash.h"
#include "support/large_pages.h"

namespace heddle {

enum class Insertion { New, Known, Full };

class VisitedSet {
 public:
  virtual ~VisitedSet() = default;
  // `extra` tells apart visits to one state that may go on differently: a remaining budget.
  virtual Insertion insert(const Machine& machine, uint64_t extra) = 0;
  virtual bool contains(const Machine& machine, uint64_t extra) const = 0;
  // The next look-up will be for the machine's state: fetch its place while there is other work.
  virtual void prefetch(const Machine&) const {}
  virtual uint64_t size() const = 0;
  virtual size_t bytes() const = 0;
  virtual double omission_probability() const = 0;
};

class FingerprintSet final : public VisitedSet {
 public:
  explicit FingerprintSet(size_t max_bytes);
  Insertion insert(const Machine& machine, uint64_t extra) override;
  bool contains(const Machine& machine, uint64_t extra) const override;
  uint64_t size() const override { return size_; }
  size_t bytes() const override { return table_.capacity() * sizeof(Fingerprint); }
  double omission_probability() const override;
  void prefetch(const Machine& machine) const override;

  Insertion insert(Fingerprint fingerprint);

 private:
  size_t place_of(const Fingerprint& fingerprint) const {
    // The high half of a product preserves order, so growing reads and writes memory in sequence.
    return size_t(uint128(fingerprint.low) * table_.size() >> 64);
  }
  size_t find(const Fingerprint& fingerprint) const;
  bool grow();

  std::vector<Fingerprint, LargePageAllocator<Fingerprint>> table_;  // all zero: empty
  size_t size_ = 0;
  size_t max_bytes_;
};

class ExactSet final : public VisitedSet {
 public:
  explicit ExactSet(size_t max_bytes) : max_bytes_(max_bytes) {}
  Insertion insert(const Machine& machine, uint64_t extra) override;
  bool contains(const Machine& machine, uint64_t extra) const override;
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
