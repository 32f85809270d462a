// SharedSet: the fingerprints of the states that several workers have seen, without locks.
//
// Open addressing. An entry is claimed by its low half and completed by its high half, each with one
// compare-and-swap. Whoever finds an entry claimed with the low half it has itself, and not complete,
// completes it: it is then its own, and the one who came first goes on to the next entry. So nobody waits.
// When it is full, a worker that needs room keeps the others out and lets it grow; those who come meanwhile help to move entries.
//
// Each worker has a Part: all parts are the same set, and a part counts what its worker has inserted, so that
// workers write to the same memory only where they meet the same states.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "search/visited_set.h"

namespace heddle {

class SharedSet {
 public:
  SharedSet(size_t max_bytes, WhenFull when_full, unsigned workers);
  ~SharedSet();
  VisitedSet& part(unsigned worker);
  // A key as visit_key() gives it.
  Insertion insert(unsigned worker, const Fingerprint& key);

 private:
  using Entries = std::vector<Fingerprint, LargePageAllocator<Fingerprint>>;
  class Part;
  class Inside;
  enum class Placed { New, Known, NoRoom };

  // Room is handed out to the parts in pieces.
  static constexpr int64_t kPiece = 256;
  static constexpr size_t kChunk = size_t(1) << 14;  // entries that are moved at a time

  // For a part, which must have room for it.
  static Placed place(Entries& entries, const Fingerprint& key, Part* part);
  void use(Entries entries);
  bool take_room(Part& part);
  // There was none among so many entries. Whether there is now.
  bool make_room(size_t entries);
  bool shrink();
  void close();
  Entries move_to(Entries larger);
  void help_to_move();
  uint64_t size() const;

  const size_t max_bytes_;
  const WhenFull when_full_;
  std::vector<std::unique_ptr<Part>> parts_;
  std::mutex growing_;
  std::atomic<bool> closed_{false};  // only the one who closed it may look at the entries
  Entries entries_;  // low half zero: empty. The last one stays empty
  std::optional<BitTable> bits_;  // instead of the entries, when memory was used up
  std::optional<uint64_t> lossy_since_;
  alignas(64) std::atomic<int64_t> room_{0};  // not yet handed out
  std::atomic<size_t> bytes_{0};
  // To fetch an entry ahead of its use, without entering.
  std::atomic<const Fingerprint*> first_{nullptr};
  std::atomic<size_t> places_{0};
  // While it grows.
  Entries larger_;
  std::atomic<int64_t> chunks_left_{0};
  std::atomic<int64_t> chunks_moved_{0};
};

}  // namespace heddle
