// Interference: threads that may still interfere with what has happened on the current path go first, and the
// others last or not at all.
//
// A thread interferes if it may yet access a location that the path has accessed. The search then comes early to
// the interleavings in which errors by missing synchronisation show. Of the path only the last part counts: errors
// often show where conflicting accesses are near each other.
//
// Paper: [Parizek-TR15], Section 3.
// Differs: - accesses count that were made while another thread was alive: what the first thread writes before it
//            starts others would make everybody interfere;
//          - two writes interfere, too;
//          - operations that synchronise are no accesses, as in the paper, but atomic accesses are.
// The accesses of the path are counted by location; a transition taken or taken back changes a few counters, and a
// decision compares sets of bits: neither depends on how long the path is.
// Names: RW -> tell_reads_from_writes, P -> percent, L -> past_, F -> Futures
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "reduction/futures.h"
#include "search/strategy.h"

namespace heddle {

struct InterferenceOptions {
  bool tell_reads_from_writes = true;
  uint32_t percent = 100;  // of the path that counts
  bool prune = false;  // threads that do not interfere are not explored
};

// Which locations a stretch of the path has accessed.
class PastAccesses {
 public:
  explicit PastAccesses(LocationId locations);
  void add(LocationRange range, bool writes);
  void remove(LocationRange range, bool writes);

  const BitSet& read() const { return reads_.set; }
  const BitSet& written() const { return writes_.set; }

 private:
  struct Counted {
    std::vector<uint32_t> counts;
    BitSet set;  // those that are not zero
  };
  Counted reads_;
  Counted writes_;
};

class Interference final : public Strategy {
 public:
  // `ties` orders threads that are equally good; none: as by_default says.
  Interference(const Program& program, std::shared_ptr<const Facts> facts,
               const InterferenceOptions& options, std::unique_ptr<Strategy> ties);

  Arrangement arrange(const Machine& machine, uint64_t enabled, ThreadNumber last) override;
  ThreadNumber next(const Machine& machine, uint64_t threads, ThreadNumber last) override;
  void take(const Machine& machine, const ScheduleStep& step) override;
  void taken(const Machine& machine) override;
  void go_back(size_t length) override;
  std::string incomplete() const override;

  bool interferes(const Machine& machine, ThreadNumber thread) const;

 private:
  struct Access {
    LocationRange range;
    bool writes;
  };
  void note(const Machine& machine, const MemoryRange& range, bool writes);
  bool meets_past(LocationRange range, bool reads, bool writes) const;
  // The transitions of the path, from its first that counts to its end, are in `past_`.
  void move_window(size_t first, size_t end);
  template <typename Change>
  void for_accesses(size_t transition, Change change);
  size_t first_that_counts(size_t length) const { return length * (100 - options_.percent) / 100; }

  Futures futures_;
  InterferenceOptions options_;
  std::unique_ptr<Strategy> ties_;
  PastAccesses past_;
  std::vector<Access> accesses_;  // of all transitions of the path, in order
  std::vector<size_t> ends_;  // by transition: where its accesses end
  MemoryRange synchronised_;  // by the transition that is being taken
  size_t window_first_ = 0;
  size_t window_end_ = 0;
  uint64_t pruned_ = 0;
};

}  // namespace heddle
